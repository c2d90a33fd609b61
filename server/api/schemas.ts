/**
 * The contract's shapes as JSON Schema. A shape with a name stands once under `components/schemas` and is pointed at, so
 * that a generated client has one type for a cart; every pointer leads there, never into the middle of an answer.
 */

import { Meta } from "contract/call.ts";
import * as cart from "contract/cart/cart.ts";
import * as catalogue from "contract/catalogue/catalogue.ts";
import { FlashPrice, ProgrammePrice } from "contract/catalogue/deal-prices.ts";
import * as content from "contract/content/content.ts";
import { SitemapEntry } from "contract/content/sitemap.ts";
import * as fulfilment from "contract/fulfilment/fulfilment.ts";
import { Device } from "contract/identity/identity.ts";
import { CodeSent, SignedIn, User } from "contract/identity/user.ts";
import * as orders from "contract/orders/orders.ts";
import * as payments from "contract/payments/payments.ts";
import { FormField, JobRow } from "contract/platform/platform.ts";
import * as privacy from "contract/privacy/privacy.ts";
import * as deals from "contract/promotions/desk-promotions.ts";
import { PromotionForm } from "contract/promotions/promotion-form.ts";
import { FlashSale, Programme } from "contract/promotions/promotions.ts";
import { ProductComment, Rating, Reply, ShownComment, StarRate } from "contract/reviews/reviews.ts";
import { StaffAccount, StaffEvent } from "contract/staff/accounts.ts";
import { HeldPermission, Places, permission, RoleName, TotpSetup } from "contract/staff/fields.ts";
import { ApiKey } from "contract/staff/keys.ts";
import { StaffDevice, StaffSession } from "contract/staff/own.ts";
import { Role } from "contract/staff/roles.ts";
import { StaffSignedIn } from "contract/staff/sign-in.ts";
import { Store } from "contract/stores/stores.ts";
import { unchecked } from "contract/unchecked.ts";
import { z } from "zod";

export type Schema = Record<string, unknown>;
export type Schemas = Record<string, Schema>;

const { Picture, ProductCard, Variant, Property, Crumb, Product, Category, Facet } = catalogue;
const { LineProblem, CartItem, Totals, Adjustment, CompanyInvoice, Cart } = cart;
const { OrderItem, StatusChange, Order, OrderCard, BoughtAgain, Placed } = orders;
const { Address, SavedAddress, Unit, ShippingQuote, Seller } = fulfilment;
const { TransferGuide, PaymentView, PaymentMethodView } = payments;
const { MenuItem, MenuProduct, SiteMenu, PostCategory, PostCard, Post, Policy, FaqGroup, Json } = content;
const { PromotionRecord, PromotionStanding, PromotionJudgement, PromotionLot, CodeBatch } = deals;
const { Consent, DataRequest, Privacy } = privacy;

const named = {
  ...{
    Meta,
    Json,
    Picture,
    FlashPrice,
    ProgrammePrice,
    Rating,
    ProductCard,
    Variant,
    Property,
    Crumb,
    Product,
    Category,
    Facet,
  },
  ...{ LineProblem, CartItem, Totals, Adjustment, CompanyInvoice, Cart },
  ...{ OrderItem, StatusChange, Order, OrderCard, BoughtAgain, Placed },
  ...{ Address, SavedAddress, Unit, ShippingQuote, Seller, PageAddress: SitemapEntry, Store, FlashSale, Programme },
  ...{ PromotionRecord, PromotionStanding, PromotionForm, PromotionJudgement, PromotionLot, CodeBatch },
  ...{ TransferGuide, PaymentView, PaymentMethodView, Consent, DataRequest, Privacy },
  ...{ MenuItem, MenuProduct, SiteMenu, PostCategory, PostCard, Post, Policy, FaqGroup },
  ...{ User, SignedIn, CodeSent, Device, ShownComment, ProductComment, Reply, StarRate },
  ...{ Permission: permission, HeldPermission, Places, RoleName, Role, TotpSetup, StaffSignedIn, StaffSession },
  ...{ StaffAccount, StaffDevice, StaffEvent, ApiKey, FormField, JobRow },
};
for (const [id, schema] of Object.entries(named)) z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });

/** A value of any shape. Written out it would name itself, which generators of clients turn into types that do not compile. */
const anything: Schema = { description: "Any JSON value" };

/**
 * Inputs are described as they are sent, outputs as they arrive; what JSON Schema cannot say stays open. The named shapes
 * it needs are added to `shared`; sent and received forms of one name differ, so a sent one is called "…Input".
 */
export function schemaOf(schema: z.ZodType, io: "input" | "output", shared: Schemas): Schema {
  const made: { properties: { it: Schema }; $defs?: Schemas } = unchecked(
    z.toJSONSchema(z.object({ it: schema }), {
      io,
      unrepresentable: "any",
      cycles: "ref",
      reused: "inline",
    }),
  );
  const nameOf = (id: string): string => (io === "input" ? `${id}Input` : id);
  for (const [id, each] of Object.entries(made.$defs ?? {})) {
    shared[nameOf(id)] ??= id === "Json" ? anything : (lifted(each, nameOf) as Schema);
  }
  return lifted(made.properties.it, nameOf) as Schema;
}

const safe = new Set<unknown>([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/** With pointers to the components; without our names for them, and without bounds that only say "a number". */
function lifted(part: unknown, nameOf: (id: string) => string): unknown {
  if (Array.isArray(part)) return part.map((each) => lifted(each, nameOf));
  if (typeof part !== "object" || part === null) return part;
  const { $ref, ...rest } = part as Schema;
  const id = typeof $ref === "string" ? /^#\/\$defs\/(.+)$/.exec($ref)?.[1] : undefined;
  if (id) return { $ref: `#/components/schemas/${nameOf(id)}` };
  return Object.fromEntries(
    Object.entries(rest)
      .filter(([key, value]) => !(/^(min|max)imum$/.test(key) && safe.has(value)))
      .filter(([key, value]) => !(key === "id" && typeof value === "string"))
      .map(([key, value]) => [key, lifted(value, nameOf)]),
  );
}
