-- The demo's footer named its company where the setting shop.name belongs. server/content/placeholders.ts fills it in.
update content.menu_item_texts set title = '{short_name}' where title = 'Mutosi';
