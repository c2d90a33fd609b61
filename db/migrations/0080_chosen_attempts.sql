-- A shopper may go back to a way to pay that is still open: the payment is shown by the attempt that was chosen last.
alter table payments.attempts add column chosen_at timestamptz;
update payments.attempts set chosen_at = created_at;
alter table payments.attempts alter column chosen_at set not null;
