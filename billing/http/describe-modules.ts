import * as z from 'zod/mini';
import type { Module } from '#billing/api/define-module.ts';

/** A function module that an external billing system must serve; input and output as JSON Schema. */
export interface ModuleDescription {
  readonly name: string;
  readonly summary: string;
  readonly failures: readonly string[];
  /** The input field that is sent as a file beside the JSON. */
  readonly upload?: NonNullable<Module['upload']>;
  readonly input: unknown;
  readonly output: unknown;
}

/** Describes modules by the schemas that validate them. */
export function describeModules(modules: readonly Module[]): ModuleDescription[] {
  return modules.map((module) => ({
    name: module.name,
    summary: module.summary,
    failures: module.failures,
    ...(module.upload && { upload: module.upload }),
    input: z.toJSONSchema(module.input, { io: 'input', unrepresentable: 'any' }),
    output: z.toJSONSchema(module.output, { io: 'output', unrepresentable: 'any' }),
  }));
}
