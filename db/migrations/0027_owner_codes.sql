-- A code to the account's own phone, by which its owner proves, inside a session, that it is he who is at the device.
alter table identity.otps
  drop constraint otps_purpose_check,
  add constraint otps_purpose_check check (purpose in
    ('login', 'register', 'reset', 'change_phone', 'change_phone_old', 'checkout', 'verify_email', 'owner'));
