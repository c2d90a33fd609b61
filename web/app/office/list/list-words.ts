/** The words of one desk, as its file of messages/office holds them. */
export type DeskWords = {
  title: string;
  unit: string;
  none: string;
  search: string;
  columns: Readonly<Record<string, string>>;
  filters: Readonly<Record<string, string>>;
  sorts: Readonly<Record<string, string>>;
  views: Readonly<Record<string, string>>;
  acts: Readonly<Record<string, (p: { count: string }) => string>>;
  /** Of a column or filter of choices, by its name. */
  options: Readonly<Record<string, Readonly<Record<string, string>>>>;
};
