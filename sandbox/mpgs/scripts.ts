/** The gateway's two scripts for browsers, as text: they run on a merchant's page, and in the frame of a field. */

/**
 * `PaymentSession` of the merchant's page: puts a frame in place of each element that is named, and on
 * `updateSessionFromForm` has each frame hand its value to the gateway. No value passes through the merchant's page.
 */
export const sessionScript = `"use strict";
(() => {
  const root = new URL("../../../../../", document.currentScript.src);
  const names = { number: "number", expiryMonth: "expiryMonth", expiryYear: "expiryYear", securityCode: "securityCode" };
  const wrong = { number: "cardNumber", expiryMonth: "expiryMonth", expiryYear: "expiryYear", securityCode: "securityCode" };
  let set = null;
  const frames = {};
  const waiting = {};
  addEventListener("message", (event) => {
    const { data } = event;
    if (event.origin !== root.origin || !data || data.gateway !== "field") return;
    const frame = frames[data.field];
    if (!frame || event.source !== frame.contentWindow) return;
    if (waiting[data.field]) waiting[data.field](data);
  });
  const ask = (field) => new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ status: "request_timeout" }), 10000);
    waiting[field] = (answer) => { clearTimeout(timer); resolve(answer); };
    frames[field].contentWindow.postMessage({ gateway: "hand over", session: set.session }, root.origin);
  });
  window.PaymentSession = {
    configure(options) {
      set = options;
      const fields = (options.fields && options.fields.card) || {};
      const loads = Object.keys(names).filter((field) => fields[field]).map((field) => new Promise((resolve) => {
        const place = document.querySelector(fields[field]);
        const frame = document.createElement("iframe");
        frame.title = place.title || field;
        const query = new URLSearchParams({ field, label: frame.title });
        frame.src = root.href + "form/field?" + query;
        frame.onload = resolve;
        frames[field] = frame;
        place.replaceChildren(frame);
      }));
      Promise.all(loads).then(() => options.callbacks.initialized({ status: "ok" }));
    },
    async updateSessionFromForm() {
      let card = null;
      const errors = {};
      for (const field of Object.keys(frames)) {
        const answer = await ask(field);
        if (answer.status === "fields_in_error") errors[wrong[field]] = answer.reason;
        else if (answer.status !== "ok") return set.callbacks.formSessionUpdate({ status: answer.status });
        else card = answer.card || card;
      }
      if (Object.keys(errors).length > 0) return set.callbacks.formSessionUpdate({ status: "fields_in_error", errors });
      const provided = card ? { sourceOfFunds: { provided: { card } } } : {};
      set.callbacks.formSessionUpdate({ status: "ok", session: { id: set.session }, ...provided });
    },
  };
})();
`;

/** In the frame of one field. */
export const fieldScript = `"use strict";
addEventListener("message", async (event) => {
  if (!event.data || event.data.gateway !== "hand over" || event.source !== parent) return;
  const input = document.querySelector("input");
  const answer = { gateway: "field", field: input.name, status: "system_error" };
  try {
    const body = new URLSearchParams({ field: input.name, session: event.data.session, value: input.value });
    const response = await fetch("session", { method: "POST", body });
    Object.assign(answer, await response.json());
  } catch {}
  parent.postMessage(answer, event.origin);
});
`;
