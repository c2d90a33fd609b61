import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newOrderCode } from "./public-code.ts";
import samples from "./samples/vietqr.json" with { type: "json" };
import {
  bankText,
  buildVietQr,
  crc16,
  matchTransfer,
  readVietQr,
  type TransferOrder,
  transferContent,
} from "./vietqr.ts";

type Sample = { id: string; kind: string; input: Record<string, unknown>; expected: Record<string, unknown> };

function of(kind: string): [string, Sample][] {
  const rows = (samples.vectors as Sample[]).filter((sample) => sample.kind === kind);
  expect(rows.length).toBeGreaterThan(0);
  return rows.map((sample) => [sample.id, sample]);
}

/** The samples say `amount_vnd`, the shop says `amount`. */
function inOurWords({ amount_vnd, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return amount_vnd === undefined ? rest : { ...rest, amount: amount_vnd };
}

describe("VietQR payloads", () => {
  it.each(of("crc16"))("%s", (_id, { input, expected }) => {
    expect(crc16(String(input.text))).toBe(expected.crc);
  });

  it.each(of("qr_build"))("%s", (_id, { input, expected }) => {
    expect(buildVietQr(inOurWords(input) as TransferOrder)).toBe(expected.payload);
  });

  it.each(of("qr_parse"))("%s", (_id, { input, expected }) => {
    expect(readVietQr(String(input.payload))).toEqual(inOurWords(expected));
  });

  const orders = fc.record({
    bin: fc.stringMatching(/^\d{6}$/),
    account: fc.stringMatching(/^[A-Z0-9]{1,19}$/),
    amount: fc.integer({ min: 1, max: 9_999_999_999_999 }),
    purpose: fc.stringMatching(/^[A-Z0-9]{1,25}$/),
  });

  it("a payload parses to its own fields", () => {
    fc.assert(
      fc.property(orders, (order) => {
        expect(readVietQr(buildVietQr(order))).toEqual({ valid: true, dynamic: true, ...order });
        const { amount: _amount, ...open } = order;
        expect(readVietQr(buildVietQr(open))).toEqual({ valid: true, dynamic: false, ...open });
      }),
    );
  });

  it("a truncated or changed payload is refused", () => {
    fc.assert(
      fc.property(orders, fc.nat(), fc.stringMatching(/^[A-Z0-9]$/), (order, where, other) => {
        const payload = buildVietQr(order);
        const at = where % payload.length;
        expect(readVietQr(payload.slice(0, at)).valid).toBe(false);
        if (payload[at] !== other) {
          const altered = payload.slice(0, at) + other + payload.slice(at + 1);
          expect(readVietQr(altered).valid).toBe(false);
        }
      }),
    );
  });

  it("other QR texts are refused", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(readVietQr(text).valid).toBe(false);
      }),
    );
    expect(readVietQr(buildVietQr({ bin: "970432", account: "1" }).toLowerCase()).valid).toBe(false);
    for (const wrong of [
      "00020101021138570010A00000072701270006970403011300110123456780208QRIBFTTA5303840" + "5802US6304",
      "0002015303704" + "5802VN6304",
      "000201000201" + "5303704" + "5802VN6304",
    ]) {
      expect(readVietQr(wrong + crc16(wrong)).valid).toBe(false);
    }
  });

  it("the checksum may be in lower case", () => {
    const payload = buildVietQr({ bin: "970403", account: "0011012345678" });
    expect(readVietQr(payload.slice(0, -4) + payload.slice(-4).toLowerCase()).valid).toBe(true);
  });

  it("fields that banks refuse are refused", () => {
    const right = { bin: "970432", account: "166993388888" };
    for (const wrong of [
      { ...right, bin: "97043" },
      { ...right, account: "" },
      { ...right, account: "12 34" },
      { ...right, account: "1".repeat(20) },
      { ...right, amount: 0 },
      { ...right, amount: -5 },
      { ...right, amount: 1.5 },
      { ...right, amount: 10_000_000_000_000 },
      { ...right, purpose: "x".repeat(26) },
    ]) {
      expect(() => buildVietQr(wrong)).toThrow(RangeError);
    }
  });

  it("marks are removed from Vietnamese text", () => {
    expect(bankText("Thanh toán đơn hàng #12!")).toBe("Thanh toan don hang 12");
    expect(readVietQr(buildVietQr({ bin: "970432", account: "1", purpose: "Đặt cọc" }))).toMatchObject({
      purpose: "Dat coc",
    });
  });
});

describe("order codes in the text of a transfer", () => {
  it.each(of("memo_match"))("%s", (_id, { input, expected }) => {
    expect(matchTransfer(String(input.content), input.open_codes as string[]) ?? null).toBe(expected.code);
  });

  it("the text has only characters every bank transmits", () => {
    expect(transferContent("MTS", "k7m2qx9rta")).toBe("MTSK7M2QX9RTA");
    expect(() => transferContent("MUTOSISHOPPE", "K7M2QX9RTA")).toThrow(RangeError);
    expect(() => transferContent("MT-", "K7M2QX9RTA")).toThrow(RangeError);
    expect(() => transferContent("", "")).toThrow(RangeError);
  });

  it("the code is found whatever the bank adds or changes", () => {
    const around = fc.stringMatching(/^[a-z .-]{0,12}$/);
    fc.assert(
      fc.property(around, around, fc.integer({ min: 1, max: 12 }), fc.boolean(), (before, after, gap, small) => {
        const [content, other] = [transferContent("MTS", newOrderCode()), transferContent("MTS", newOrderCode())];
        const cut = `${content.slice(0, gap)} ${content.slice(gap)}`;
        const text = `${before}${small ? cut.toLowerCase() : cut}${after}`;
        expect(matchTransfer(text, [other, content])).toBe(content);
        expect(matchTransfer(text, [other])).toBeUndefined();
      }),
    );
  });

  it("a text with two codes or a longer number gives no code", () => {
    const open = ["DH2611210001", "DH2611210002"];
    expect(matchTransfer("DH2611210001 DH2611210002", open)).toBeUndefined();
    expect(matchTransfer("DH26112100012", open)).toBeUndefined();
    expect(matchTransfer("DH2611210001 2", open)).toBe("DH2611210001");
    expect(matchTransfer("DH26112100019 DH2611210001", open)).toBe("DH2611210001");
    expect(matchTransfer("DH2611210001", [...open, "DH2611210001"])).toBe("DH2611210001");
    expect(matchTransfer("anything", [""])).toBeUndefined();
  });
});
