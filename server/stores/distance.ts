/** How far two places are from each other in a straight line. Pure. rules/stores#nearest */

export type Position = { lat: number; lng: number };

/** The mean radius of the Earth, IUGG. */
const RADIUS_KM = 6371.0088;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Kilometres on the sphere, by the haversine formula, not rounded. */
export function distanceKm(from: Position, to: Position): number {
  const lat = Math.sin(radians(to.lat - from.lat) / 2) ** 2;
  const lng = Math.sin(radians(to.lng - from.lng) / 2) ** 2;
  const half = lat + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * lng;
  return 2 * RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** With one decimal. */
export function shownKm(km: number): number {
  return Math.round(km * 10) / 10;
}
