import type { Messages } from "../../messages.ts";

export const fulfilment = {
  unavailable: {
    class_not_served: "Does not carry this kind of goods",
    zone_not_served: "Does not deliver to this area",
    too_heavy: "A package is above this carrier’s weight limit",
  },
  classes: {
    parcel: "Light goods",
    bulky: "Heavy goods",
    install: "Goods to be installed",
  },
  address_types: {
    home: "House or apartment",
    office: "Agency or company",
  },
  inspection: "You may inspect the goods before paying",
} satisfies Messages["fulfilment"];
