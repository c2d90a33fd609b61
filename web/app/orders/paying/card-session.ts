/** The gateway's script on our page: it puts its own fields, in frames of its own, where ours are empty boxes. */

/** In the words of the gateway's script; each is a box of card-payment.tsx. */
export const hostedFields = ["number", "expiryMonth", "expiryYear", "securityCode"] as const;
export type HostedField = (typeof hostedFields)[number];

type Updated = { status: string; errors?: Record<string, string> };
declare global {
  interface Window {
    PaymentSession?: {
      configure(options: {
        session: string;
        fields: { card: Record<HostedField, string> };
        frameEmbeddingMitigation: readonly string[];
        callbacks: { initialized(answer: { status: string }): void; formSessionUpdate(answer: Updated): void };
      }): void;
      updateSessionFromForm(kind: "card"): void;
    };
  }
}

/** What is wrong with a field: `missing` or `invalid`. Empty: the card is in the session. */
export type Filled = { wrong: Partial<Record<HostedField, string>> };
export type CardSession = { fill(): Promise<Filled> };

const LOAD_MS = 20_000;
const NAMES: Readonly<Record<string, HostedField>> = {
  cardNumber: "number",
  expiryMonth: "expiryMonth",
  expiryYear: "expiryYear",
  securityCode: "securityCode",
};

/** Rejects where the script or its fields do not come. */
export async function openCardSession(
  { script, session }: { script: string; session: string },
  boxes: Record<HostedField, string>,
): Promise<CardSession> {
  await loaded(script);
  const gateway = window.PaymentSession;
  if (!gateway) throw new Error("the card gateway's script has not what it should have");
  let answered: (answer: Updated) => void = () => undefined;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the card gateway's fields did not come")), LOAD_MS);
    gateway.configure({
      session,
      fields: { card: boxes },
      frameEmbeddingMitigation: ["csp"],
      callbacks: {
        initialized: ({ status }) => {
          clearTimeout(timer);
          if (status === "ok") resolve();
          else reject(new Error(`the card gateway answers ${status}`));
        },
        formSessionUpdate: (answer) => answered(answer),
      },
    });
  });
  return {
    async fill() {
      const { status, errors = {} } = await new Promise<Updated>((resolve) => {
        answered = resolve;
        gateway.updateSessionFromForm("card");
      });
      if (status !== "ok" && status !== "fields_in_error") throw new Error(`the card gateway answers ${status}`);
      const named = Object.entries(errors).flatMap(([name, why]) => (NAMES[name] ? [[NAMES[name], why]] : []));
      return { wrong: status === "ok" ? {} : Object.fromEntries(named) };
    },
  };
}

function loaded(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("the card gateway's script did not load"));
    document.head.append(script);
  });
}
