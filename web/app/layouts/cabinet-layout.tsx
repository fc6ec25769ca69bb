import { Outlet } from '@tanstack/react-router';

export default function CabinetLayout() {
  return <Outlet />;
}
