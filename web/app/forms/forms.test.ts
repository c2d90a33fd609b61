import { WireFailure } from "contract/errors.ts";
import { describe, expect, it } from "vitest";
import { fieldError, inputOf, readForm, submit, typed } from "./forms.ts";
import { problemOf } from "./problem-of.ts";

function form(pairs: readonly (readonly [string, string])[]): FormData {
  const sent = new FormData();
  for (const [name, value] of pairs) sent.append(name, value);
  return sent;
}

function post(pairs: readonly (readonly [string, string])[]): Promise<Awaited<ReturnType<typeof readForm>>> {
  return readForm(new Request("http://shop/", { method: "POST", body: form(pairs) }));
}

describe("a form becomes the input of a call", () => {
  it("nested names, lists, filters", () => {
    const input = inputOf(
      form([
        ["address.street", "18 Men Ngọc"],
        ["address.ward_code", "00229"],
        ["keys[]", "a"],
        ["properties[origin]", "VN"],
        ["brand", "x"],
        ["brand", "y"],
      ]),
    );
    expect(JSON.parse(JSON.stringify(input))).toEqual({
      address: { street: "18 Men Ngọc", ward_code: "00229" },
      keys: ["a"],
      properties: { origin: "VN" },
      brand: ["x", "y"],
    });
  });

  it("an empty field is a field not filled in; files are not fields", () => {
    const sent = form([
      ["note", ""],
      ["email", "a@b.example"],
    ]);
    sent.append("cv", new Blob(["x"]), "cv.pdf");
    expect(Object.keys(inputOf(sent))).toEqual(["email"]);
  });

  it("the form's own fields are not part of the input", async () => {
    const sent = await post([
      ["intent", "add"],
      ["product_id", "7"],
      ["return_to", "/san-pham"],
      ["idempotency_key", "0b0e7c1e-7a51-4a57-9d4e-3d0f1c4c7d11"],
    ]);
    expect(sent).toMatchObject({
      intent: "add",
      return_to: "/san-pham",
      options: { idempotency_key: "0b0e7c1e-7a51-4a57-9d4e-3d0f1c4c7d11" },
    });
    expect(Object.keys(sent.input)).toEqual(["product_id"]);
  });

  it("an idempotency key of another shape is ignored", async () => {
    expect((await post([["idempotency_key", "x\r\ny"]])).options).toEqual({});
  });
});

describe("a tampered form", () => {
  it("fields named __proto__ are ignored", () => {
    const input = inputOf(
      form([
        ["__proto__.admin", "1"],
        ["constructor.prototype.admin", "1"],
        ["a.__proto__", "1"],
      ]),
    );
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    expect(JSON.stringify(input)).toBe('{"constructor":{"prototype":{"admin":"1"}}}');
  });

  it("nesting and repetition are limited", () => {
    const endless = form(Array.from({ length: 1000 }, (_, each) => [`f${each}`, "1"] as const));
    expect(Object.keys(inputOf(endless)).length).toBeLessThanOrEqual(300);
    expect(Object.keys(inputOf(form([["a.b.c.d.e.f", "1"]])))).toEqual([]);
  });
});

describe("a refused form", () => {
  const typedIn = inputOf(
    form([
      ["phone", "12"],
      ["password", "Geheim1!"],
    ]),
  );
  const placed = { intent: "place", input: typedIn, options: {} };
  const refusal = new WireFailure(422, {
    code: "invalid",
    message: "Đây không phải số điện thoại hợp lệ",
    errors: { phone: ["Số điện thoại thiếu 8 chữ số"] },
    request_id: "r",
  });
  const refuse = () => Promise.reject(refusal);

  it("the answer has its status, the errors and the typed values", async () => {
    const answer = (await submit(placed, refuse, {}, () => null)) as { data: unknown; init: { status: number } };
    expect(answer.init.status).toBe(422);
    const problem = problemOf(answer.data, "place");
    expect(fieldError<"orders.place">(problem, "phone")).toBe("Số điện thoại thiếu 8 chữ số");
    expect(typed<"orders.place">(problem, "phone", "0900000000")).toBe("12");
    expect(typed<"orders.place">(undefined, "phone", "0900000000")).toBe("0900000000");
    expect(problemOf(answer.data, "another form")).toBeUndefined();
  });

  it("passwords are not sent back", async () => {
    const answer = (await submit(placed, refuse, {}, () => null)) as { data: unknown };
    expect(JSON.stringify(answer.data)).not.toContain("Geheim");
  });

  it("an outage is reported as one, not as invalid input", async () => {
    const down = new WireFailure(503, { code: "unavailable", message: "x", request_id: "r" });
    await expect(
      submit(
        placed,
        () => Promise.reject(down),
        {},
        () => null,
      ),
    ).rejects.toBe(down);
  });

  it("a redirect of the guards is passed on", async () => {
    const away = Response.redirect("http://shop/bao-tri");
    await expect(
      submit(
        placed,
        () => Promise.reject(away),
        {},
        () => null,
      ),
    ).rejects.toBe(away);
  });
});
