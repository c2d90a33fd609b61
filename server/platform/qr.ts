/**
 * QR codes: as SVG to stand inside a page (no inline style, two plain paths), and as PNG to download. Error level M, as
 * VietQR asks; a quiet zone of four modules, without which many phones do not find the code.
 */

const LEVEL = "M";
const QUIET_ZONE = 4;
const INK = "#1c1d1a";
const PIXELS_PER_MODULE = 8;

/** The dark modules as one path of a square of `size`, the quiet zone included. Throws on more than 2331 bytes of text. */
export async function qrPath(text: string): Promise<{ size: number; path: string }> {
  const { default: QRCode } = await import("qrcode"); // with a PNG writer behind it: not for every start
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: LEVEL }).modules;
  let path = "";
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const start = column;
      while (column < size && data[row * size + column]) column += 1;
      const run = column - start;
      if (run > 0) path += `M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${run}v1h-${run}z`;
    }
  }
  return { size: size + 2 * QUIET_ZONE, path };
}

/** Without a label the code is decoration and hidden from screen readers. Throws as qrPath does. */
export async function qrSvg(text: string, { label }: { label?: string } = {}): Promise<string> {
  const { size, path } = await qrPath(text);
  const name = label ? `role="img" aria-label="${escaped(label)}"` : 'aria-hidden="true"';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" ${name}>` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="${INK}" d="${path}"/></svg>`
  );
}

/** For saving into the phone's photos, from where banking apps read it. */
export async function qrPng(text: string): Promise<Buffer> {
  const { default: QRCode } = await import("qrcode");
  return QRCode.toBuffer(text, {
    errorCorrectionLevel: LEVEL,
    margin: QUIET_ZONE,
    scale: PIXELS_PER_MODULE,
    color: { dark: INK, light: "#ffffff" },
  });
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
