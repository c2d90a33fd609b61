/** Shopify metafields that become properties of a product. rules/import */
import { describe, expect, it } from "vitest";
import { piecesOf } from "../values/availability.ts";
import { warrantyIn } from "../values/warranty-text.ts";
import { propertyOfColumn } from "./metafields.ts";

describe("a metafield", () => {
  it.each([
    ["Fabric (product.metafields.shopify.fabric)", "fabric__cotton; fabric__poly-blend", "Cotton, Poly blend"],
    ["Chất liệu (product.metafields.custom.chat_lieu)", "Inox 304", "Inox 304"],
    ["Tính năng (product.metafields.custom.tinh_nang)", '["Hẹn giờ","Giữ ấm"]', "Hẹn giờ, Giữ ấm"],
    ["Ghi chú (product.metafields.custom.ghi_chu)", "[mới] tem phụ", "[mới] tem phụ"],
    ["Mô tả (product.metafields.custom.rich)", '{"type":"root","children":[]}', undefined],
    ["Màu khác (product.metafields.custom.mau)", '<a class="chấm" href="/x"></a>', undefined],
    ["Vải (product.metafields.custom.vai)", "<p>Bông <b>mềm</b></p>", "Bông mềm"],
    ["Bộ (product.metafields.custom.set)", "gid://shopify/Product/1", undefined],
  ])("%s of %s reads %s", (column, value, text) => {
    expect(propertyOfColumn(column)?.read(value)).toBe(text);
  });

  it("a metafield of another program is no property", () => {
    for (const column of [
      "Product rating count (product.metafields.reviews.rating_count)",
      "Related products (product.metafields.shopify--discovery--product_recommendation.related_products)",
      "Google: Custom Product (product.metafields.mm-google-shopping.custom_product)",
      " (product.metafields.custom.x)",
      "Title",
    ])
      expect(propertyOfColumn(column), column).toBeUndefined();
  });
});

it("a warranty metafield sets the warranty if it can be read, else stays a property", () => {
  expect(warrantyIn([["Bảo hành", "24 tháng"]])).toEqual({ months: 24, others: [] });
  expect(warrantyIn([["Thời gian bảo hành", "2 năm chính hãng"]]).months).toBe(24);
  expect(warrantyIn([["Warranty", "12 months"]]).months).toBe(12);
  const split = [["Bảo hành", "2 năm, máy nén 10 năm"]] as const;
  expect(warrantyIn(split)).toEqual({ months: undefined, others: split });
  expect(warrantyIn([["Màu", "24 tháng"]]).months).toBeUndefined();
});

it("products in stock without a count get a number only by a setting of the import", () => {
  expect(piecesOf("Còn hàng", { in_stock_pieces: 4 })).toBe("4");
  expect(piecesOf("in_stock", {})).toBeUndefined();
  expect(piecesOf("Hết hàng", { in_stock_pieces: 4 })).toBe("0");
  expect(piecesOf("7", { in_stock_pieces: 4 })).toBe("7");
});
