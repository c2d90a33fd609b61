/**
 * On the way back from a product its picture shrinks into the card it was opened from: the card is marked for as long as the
 * transition takes (base.css). Not beside another gallery. Part of the boot script: imports nothing.
 */
export function markOpenedCard(product_path: string): void {
  const link = document.querySelector(`body:not(:has(.gallery)) .product-card-name a[href="${product_path}"]`);
  link?.toggleAttribute("data-opened", true);
  setTimeout(() => link?.toggleAttribute("data-opened", false), 1000);
}
