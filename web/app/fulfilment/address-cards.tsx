import { MAX_ADDRESSES } from "contract/fulfilment/address-types.ts";
import type { SavedAddress } from "contract/fulfilment/fulfilment.ts";
import { formatPhone } from "contract/values/phone.ts";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { useMessages, usePaths } from "../i18n.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Badge } from "../ui/text/badge.tsx";
import { Note } from "../ui/text/note.tsx";

export function AddressCards({ addresses }: { addresses: readonly SavedAddress[] }) {
  const { addresses: words } = useMessages();
  return (
    <>
      <ul className="halves">
        {addresses.map((address) => (
          <li key={address.id} className="card panel stack stack-top">
            <AddressCard address={address} />
          </li>
        ))}
      </ul>
      <p className="muted small num">{words.count({ count: addresses.length, most: MAX_ADDRESSES })}</p>
    </>
  );
}

function AddressCard({ address }: { address: SavedAddress }) {
  const { addresses: words, fulfilment } = useMessages();
  const paths = usePaths();
  const { id, label, full_name, phone, text, type, is_default, is_outdated, legacy_address } = address;
  const name = label || full_name;
  return (
    <>
      <div className="between row-wrap row-top">
        <h2 className="h4">{name}</h2>
        <div className="row row-wrap">
          {is_default && <Badge tone="brand">{words.is_default}</Badge>}
          {legacy_address && <Badge tone="honey">{words.legacy}</Badge>}
        </div>
      </div>
      <div>
        <p>
          {label && <b>{full_name} </b>}
          <span className="num nowrap">{formatPhone(phone)}</span>
        </p>
        <p className="small">{text}</p>
        {legacy_address && <p className="muted small">{words.was({ text: legacy_address.text })}</p>}
        <p className="muted small">{fulfilment.address_types[type]}</p>
      </div>
      {is_outdated && <Note tone="danger">{words.outdated}</Note>}
      {!is_outdated && address.needs_confirmation && <Confirm address={address} />}
      <div className="row row-wrap row-top">
        <ButtonLink
          href={paths.addressBook({ edit: id })}
          variant="secondary"
          size="small"
          aria-label={`${words.edit}: ${name}`}
        >
          {words.edit}
        </ButtonLink>
        {!is_default && (
          <CardForm intent="default" id={id}>
            <Button variant="ghost" size="small" aria-label={`${words.make_default}: ${name}`}>
              {words.make_default}
            </Button>
          </CardForm>
        )}
        <details>
          <summary className="button button-ghost button-small" aria-label={`${words.remove}: ${name}`}>
            {words.remove}
          </summary>
          <CardForm intent="remove" id={id}>
            <span className="row row-wrap above-8">
              {words.remove_title}
              <Button variant="danger" size="small">
                {words.remove_yes}
              </Button>
            </span>
          </CardForm>
        </details>
      </div>
    </>
  );
}

/** The current unit of a legacy address, for its owner to confirm; otherwise it is edited. */
function Confirm({ address }: { address: SavedAddress }) {
  const { addresses: words } = useMessages();
  return (
    <Note tone="honey">
      <b>{words.confirm_title}</b>
      <p className="small">{words.confirm_text({ text: address.text })}</p>
      <CardForm intent="confirm" id={address.id}>
        <AsGiven address={address} />
        <Button variant="secondary" size="small" className="above-8">
          {words.confirm}
        </Button>
      </CardForm>
    </Note>
  );
}

/** Just deleted: it can be restored. */
export function Removed({ address }: { address: SavedAddress }) {
  const { addresses: words } = useMessages();
  return (
    <Note tone="ok" role="status">
      <CardForm intent="restore">
        <AsGiven address={address} />
        {address.is_default && <input type="hidden" name="is_default" value="1" />}
        <span className="row row-wrap">
          {words.removed({ name: address.label || address.full_name })}
          <Button variant="ghost" size="small">
            {words.undo}
          </Button>
        </span>
      </CardForm>
    </Note>
  );
}

/** An address in the fields of its form, in the system it was given in, with the place it is today. */
function AsGiven({ address }: { address: SavedAddress }) {
  const { label, full_name, phone, street, type, legacy_address, needs_confirmation } = address;
  const confirmed = { current_ward_code: address.ward_code };
  const place = legacy_address
    ? { address_system: "legacy", ...codes(legacy_address), ...confirmed }
    : { address_system: "current", ...codes(address) };
  const fields = { label, full_name, phone, street, type, ...place };
  return Object.entries(fields).map(([name, value]) => (
    <input key={`${name} ${needs_confirmation}`} type="hidden" name={name} value={value} />
  ));
}

const codes = ({
  city_code,
  district_code,
  ward_code,
}: Pick<SavedAddress, "city_code" | "district_code" | "ward_code">) => ({
  city_code,
  district_code,
  ward_code,
});

function CardForm({ intent, id, children }: { intent: string; id?: string; children: ReactNode }) {
  const paths = usePaths();
  return (
    <Form method="post" action={paths.addressBook()} preventScrollReset replace>
      <input type="hidden" name="intent" value={intent} />
      {id && <input type="hidden" name="id" value={id} />}
      {children}
    </Form>
  );
}
