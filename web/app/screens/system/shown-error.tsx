import { type ComponentProps, type ComponentType, lazy, Suspense } from "react";
import { ErrorScreen } from "./error-screen.tsx";

type Props = ComponentProps<typeof ErrorScreen>;

/** Rarely needed: in the browser its code comes when something goes wrong. */
const Screen: ComponentType<Props> = import.meta.env.SSR
  ? ErrorScreen
  : lazy(async () => ({ default: (await import("./error-screen.tsx")).ErrorScreen }));

export function ShownError(props: Props) {
  return (
    <Suspense>
      <Screen {...props} />
    </Suspense>
  );
}
