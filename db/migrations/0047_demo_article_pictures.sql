-- Every article of the demo shop has a picture of its own: the same kitchen stood over five of them. An article is the demo's
-- where slug and picture are.
create temporary table demo (slug text, before text, scene text, vi text, en text, ja text) on commit drop;
insert into demo values
  ('nam-loi-khien-ga-chien-bi-kho', 'air-fryer', 'air-fryer-dual',
    'Nồi chiên không dầu hai ngăn trên mặt bếp', 'A two-drawer air fryer on the kitchen top', 'キッチンに置いた2バスケットのノンフライヤー'),
  ('nau-com-st25-mem-ma-khong-nhao', 'rice-cooker', 'rice-cooker-ih',
    'Nồi cơm điện cao tần trên mặt bếp', 'An induction rice cooker on the kitchen top', 'キッチンに置いたIH炊飯器'),
  ('kich-hoat-bao-hanh-dien-tu-trong-hai-phut', 'water', 'water-purifier-undersink',
    'Máy lọc nước RO âm tủ', 'An under-sink RO purifier', 'シンク下RO浄水器'),
  ('may-sua-hat-ngam-hay-khong-ngam', 'nut-milk-maker', 'nut-milk-maker-mini',
    'Máy làm sữa hạt cỡ nhỏ trên mặt bếp', 'A small nut-milk maker on the kitchen top', 'キッチンに置いた小型ナッツミルクメーカー'),
  ('don-robot-hut-bui-moi-tuan-trong-muoi-phut', 'robot-vacuum', 'robot-vacuum-station',
    'Robot hút bụi và trạm đổ rác', 'A robot vacuum and its emptying station', 'ロボット掃除機とごみ収集ステーション'),
  ('cai-may-loc-khong-khi-de-chay-dung-luc', 'air-purifier', 'air-purifier-tower',
    'Máy lọc không khí dáng tháp trong phòng khách', 'A tower air purifier in a living room', 'リビングのタワー型空気清浄機'),
  ('noi-day-thoat-nuoc-cho-may-hut-am', 'dehumidifier', 'dehumidifier-laundry',
    'Máy hút ẩm trong phòng', 'A dehumidifier in a room', '部屋に置いた除湿機'),
  ('khu-mui-tu-lanh-va-noi-chien-bang-do-co-san', 'kitchen', 'air-fryer-window',
    'Nồi chiên không dầu có cửa sổ nhìn trên mặt bếp', 'An air fryer with a window on the kitchen top', 'キッチンに置いた窓付きノンフライヤー'),
  ('bao-quan-rau-cu-lau-hon-trong-ngan-mat', 'kitchen', 'blender-chopper',
    'Máy xay thực phẩm trên mặt bếp', 'A food chopper on the kitchen top', 'キッチンに置いたフードチョッパー'),
  ('sap-xep-tu-bep-theo-tan-suat-dung', 'kitchen', 'cookware-pots',
    'Bộ nồi trên mặt bếp', 'A set of pots on the kitchen top', 'キッチンに並ぶ鍋のセット'),
  ('nau-it-dau-ma-mon-van-gion', 'air-fryer', 'air-fryer-steel',
    'Nồi chiên không dầu vỏ thép trên mặt bếp', 'A steel air fryer on the kitchen top', 'キッチンに置いたステンレスのノンフライヤー'),
  ('mo-trung-tam-bao-hanh-moi-tai-ba-mien', 'laundry', 'washing-machine',
    'Máy giặt cửa trước', 'A front-load washing machine', 'ドラム式洗濯機'),
  ('chuong-trinh-cong-tac-vien-minh-bach-tung-don', 'rest', 'thermos-tumbler',
    'Ly giữ nhiệt', 'An insulated tumbler', '保温タンブラー'),
  ('thu-hoi-loi-loc-cu-de-tai-che', 'filter-cartridge', 'filter-year',
    'Bộ lõi lọc nước thay thế dùng một năm', 'A year of replacement water filters', '1年分の交換用浄水フィルター'),
  ('tich-diem-va-hang-thanh-vien-muoi-phut-hieu-het', 'kitchen', 'kettle-teamaker',
    'Ấm pha trà trên mặt bếp', 'A tea maker on the kitchen top', 'キッチンに置いたティーメーカー'),
  ('tuyen-dung-nhung-vi-tri-mo-trong-quy-nay', 'air', 'stick-vacuum-dock',
    'Máy hút bụi cầm tay trên đế sạc', 'A stick vacuum on its dock', '充電台に立てたスティック掃除機');

update content.post_texts t set img_alt = case t.locale when 'vi' then d.vi when 'en' then d.en else d.ja end
from content.posts p join demo d on d.slug = p.slug and d.before = p.scene
where t.post_id = p.id and t.locale in ('vi', 'en', 'ja');

update content.posts p set scene = d.scene from demo d where d.slug = p.slug and d.before = p.scene;
