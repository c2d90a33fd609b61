import type { ReactNode } from "react";

export type EmptyStateProps = {
  /** Illustration of 480 × 360; decorative. */
  image: { src: string; srcSet?: string; sizes?: string };
  heading: string;
  /** One sentence: why. */
  text: ReactNode;
  /** One thing to do. */
  action?: ReactNode;
  level?: 1 | 2 | 3;
};

export function EmptyState({ image, heading, text, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="empty-state">
      <img {...image} alt="" width={480} height={360} />
      <Heading className="h4">{heading}</Heading>
      <p>{text}</p>
      {action}
    </div>
  );
}
