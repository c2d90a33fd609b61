/**
 * On the way back from a product its picture shrinks into the card it was opened from: the card is marked for as long as the
 * transition takes (base.css). In the boot script and in the application: imports nothing.
 */
export function markOpenedCard(product_path: string): void {
  const link = document.querySelector(`.product-card-name a[href="${CSS.escape(product_path)}"]`);
  link?.setAttribute("data-opened", "");
  setTimeout(() => link?.removeAttribute("data-opened"), 1000);
}
