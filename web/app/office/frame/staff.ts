/** Who is signed in, for every screen behind the sign-in. */
import type { StaffSession } from "contract/staff/own.ts";
import type { Permission } from "contract/staff/permissions.ts";
import { createContext, useContext } from "react";

export type Staff = StaffSession & {
  holds: (right: Permission) => boolean;
  /** A proof by the second step counts still: acts that need one go through. */
  is_proved: boolean;
};

export const StaffContext = createContext<Staff | null>(null);

/** Throws outside the frame. */
export function useStaff(): Staff {
  const staff = useContext(StaffContext);
  if (!staff) throw new Error("Nobody is signed in around this part");
  return staff;
}
