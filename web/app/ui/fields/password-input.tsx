import { type ReactNode, useState } from "react";
import { IconButton } from "../button.tsx";
import { useHydrated } from "../hydrated.ts";
import { TextInput, type TextInputProps } from "./inputs.tsx";

export type PasswordInputProps = Omit<TextInputProps, "type" | "after" | "prefix" | "icon"> & {
  words: { show: string; hide: string };
  autoComplete: "current-password" | "new-password";
  label: ReactNode;
};

/** Can be looked at while it is typed; pasting and password managers are welcome. Never sent back by the server. */
export function PasswordInput({ words, ...input }: PasswordInputProps) {
  const live = useHydrated();
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...input}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={200}
      after={
        <IconButton
          type="button"
          className="needs-script"
          icon={shown ? "eye-off" : "eye"}
          label={shown ? words.hide : words.show}
          size="small"
          data-hydrate={live ? undefined : ""}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
