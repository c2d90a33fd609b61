import { classes } from "../classes.ts";

export type MeterProps = {
  value: number;
  max: number;
  /** The share in words: "Đã bán 37/60". Shown in the bar, or for screen readers only where the bar is thin. */
  label: string;
  tone?: "sale" | "star";
};

/** A measured share of a whole. */
export function Meter({ value, max, label, tone = "sale" }: MeterProps) {
  return (
    <span className={classes("meter num", tone === "star" && "meter-star")}>
      <progress value={Math.min(value, max)} max={max} aria-label={label} />
      {tone === "sale" && <span aria-hidden="true">{label}</span>}
    </span>
  );
}
