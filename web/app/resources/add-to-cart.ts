/** The cart's own action for forms on other pages, whose answers need nothing of the cart's page. */
export { action } from "../cart/screens/cart.tsx";
