-- The demo shop's products are drawn by their form, not by their family: an oven is not a drawer. And its Vietnamese texts
-- write figures as money is written, with commas between thousands and a point before decimals. Nothing else is touched:
-- a product is the demo's where number, model and drawing are.
create temporary table demo (id integer, model text, kind_before text, kind text) on commit drop;
insert into demo values
  (1001, 'RO-810', 'water-purifier', 'water-purifier-undersink'),
  (1002, 'RO-920', 'water-purifier', 'water-purifier-cabinet'),
  (1003, 'RO-600D', 'water-purifier', 'water-purifier-slim'),
  (1004, 'RO-800D', 'water-purifier', 'water-purifier-smart'),
  (1005, 'RO-T30', 'water-purifier', 'water-purifier-countertop'),
  (1006, 'RO-100K', 'water-purifier', 'water-purifier-industrial'),
  (1007, 'RH-50', 'water-purifier', 'water-purifier-tower-hot'),
  (1008, 'RH-70C', 'water-purifier', 'water-purifier-tower-hot-cold'),
  (1009, 'RH-90B', 'water-purifier', 'water-purifier-tower-touch'),
  (1010, 'RH-T20', 'water-purifier', 'water-purifier'),
  (1011, 'RH-300', 'water-purifier', 'water-purifier-tower-steel'), (1012, 'IO-5', 'water-ionizer', 'water-ionizer'),
  (1013, 'IO-7', 'water-ionizer', 'water-ionizer'), (1014, 'IO-U9', 'water-ionizer', 'water-ionizer-undersink'),
  (1015, 'WD-10T', 'water-dispenser', 'water-dispenser'),
  (1016, 'WD-20B', 'water-dispenser', 'water-dispenser-bottom'),
  (1017, 'WD-30S', 'water-dispenser', 'water-dispenser-bottom'),
  (1018, 'WD-P15', 'water-dispenser', 'water-dispenser-plumbed'),
  (1019, 'WD-M6', 'water-dispenser', 'water-dispenser-mini'), (1020, 'CT-PP5', 'filter-cartridge', 'filter-pp'),
  (1021, 'CT-RO100', 'filter-cartridge', 'filter-membrane'), (1022, 'CT-RO600', 'filter-cartridge', 'filter-highflow'),
  (1023, 'CT-MIN3', 'filter-cartridge', 'filter-cartridge'), (1024, 'CT-YEAR', 'filter-cartridge', 'filter-year'),
  (1025, 'CT-IO', 'filter-cartridge', 'filter-ionizer'), (1026, 'AP-20', 'air-purifier', 'air-purifier-desk'),
  (1027, 'AP-35', 'air-purifier', 'air-purifier'), (1028, 'AP-50G', 'air-purifier', 'air-purifier-large'),
  (1029, 'AP-80T', 'air-purifier', 'air-purifier-tower'), (1030, 'AP-30H', 'air-purifier', 'air-purifier-humid'),
  (1031, 'AP-C10', 'air-purifier', 'air-purifier-car'), (1032, 'DH-10', 'dehumidifier', 'dehumidifier'),
  (1033, 'DH-16', 'dehumidifier', 'dehumidifier-laundry'), (1034, 'DH-26W', 'dehumidifier', 'dehumidifier-inverter'),
  (1035, 'DH-50', 'dehumidifier', 'dehumidifier-large'), (1036, 'FN-S40', 'standing-fan', 'standing-fan-three'),
  (1037, 'FN-S40R', 'standing-fan', 'standing-fan'), (1038, 'FN-D35', 'standing-fan', 'standing-fan-dc'),
  (1039, 'FN-W40', 'wall-fan', 'wall-fan'), (1040, 'FN-T90', 'tower-fan', 'tower-fan'),
  (1041, 'FN-C23', 'desk-fan', 'air-circulator'), (1042, 'FN-CE132', 'ceiling-fan', 'ceiling-fan'),
  (1043, 'AC-25', 'air-cooler', 'air-cooler'), (1044, 'AC-40', 'air-cooler', 'air-cooler-honeycomb'),
  (1045, 'AC-60', 'air-cooler', 'air-cooler-large'), (1046, 'AC-D30', 'air-cooler', 'air-cooler-tower'),
  (1047, 'IN-1P', 'induction-hob', 'induction-hob-single'), (1048, 'IN-2B', 'induction-hob', 'induction-hob'),
  (1049, 'IN-2S', 'induction-hob', 'induction-hob-builtin'), (1050, 'IN-2M', 'induction-hob', 'induction-hob-mixed'),
  (1051, 'IN-3F', 'induction-hob', 'induction-hob-triple'), (1052, 'IN-2R', 'induction-hob', 'induction-hob-radiant'),
  (1053, 'AF-35', 'air-fryer', 'air-fryer-knob'), (1054, 'AF-55', 'air-fryer', 'air-fryer'),
  (1055, 'AF-60W', 'air-fryer', 'air-fryer-window'), (1056, 'AF-90D', 'air-fryer', 'air-fryer-dual'),
  (1057, 'AF-25L', 'air-fryer', 'air-fryer-oven'), (1058, 'AF-15G', 'air-fryer', 'air-fryer-steel'),
  (1059, 'AF-20M', 'air-fryer', 'air-fryer-mini'), (1060, 'RC-06', 'rice-cooker', 'rice-cooker-mini'),
  (1061, 'RC-18', 'rice-cooker', 'rice-cooker-mechanical'), (1062, 'RC-15F', 'rice-cooker', 'rice-cooker'),
  (1063, 'RC-18I', 'rice-cooker', 'rice-cooker-ih'), (1064, 'RC-10P', 'rice-cooker', 'rice-cooker-pressure'),
  (1065, 'RC-22B', 'rice-cooker', 'rice-cooker-large'), (1066, 'RC-LC', 'rice-cooker', 'rice-cooker-drain'),
  (1067, 'PC-40', 'pressure-cooker', 'pressure-cooker'), (1068, 'PC-60', 'pressure-cooker', 'pressure-cooker-two-pot'),
  (1069, 'PC-60I', 'pressure-cooker', 'pressure-cooker-ih'),
  (1070, 'PC-80', 'pressure-cooker', 'pressure-cooker-large'), (1071, 'OV-20', 'microwave', 'microwave-knob'),
  (1072, 'OV-25I', 'microwave', 'microwave'), (1073, 'OV-38', 'oven', 'oven'), (1074, 'OV-60', 'oven', 'oven-large'),
  (1075, 'OV-S40', 'oven', 'oven-builtin'), (1076, 'BL-15', 'blender', 'blender-mill'),
  (1077, 'BL-18G', 'blender', 'blender'), (1078, 'BL-17P', 'blender', 'blender-power'),
  (1079, 'BL-H7', 'hand-blender', 'blender-hand'), (1080, 'BL-20M', 'chopper', 'blender-chopper'),
  (1081, 'BL-M4', 'blender', 'blender-personal'), (1082, 'JU-75', 'slow-juicer', 'slow-juicer'),
  (1083, 'JU-80', 'slow-juicer', 'slow-juicer-wide'), (1084, 'JU-90', 'slow-juicer', 'slow-juicer-mini'),
  (1085, 'KT-17', 'kettle', 'kettle'), (1086, 'KT-18W', 'kettle', 'kettle-double'),
  (1087, 'KT-15K', 'kettle', 'kettle-teamaker'), (1088, 'KT-50P', 'kettle', 'kettle-airpot'),
  (1089, 'KT-30P', 'kettle', 'kettle-airpot-small'), (1090, 'KT-05', 'kettle', 'kettle-travel'),
  (1091, 'NM-12', 'nut-milk-maker', 'nut-milk-maker'), (1092, 'NM-18', 'nut-milk-maker', 'nut-milk-maker'),
  (1093, 'NM-06', 'nut-milk-maker', 'nut-milk-maker-mini'), (1094, 'VC-S8', 'stick-vacuum', 'stick-vacuum'),
  (1095, 'VC-S12', 'stick-vacuum', 'stick-vacuum-dock'), (1096, 'VC-C18', 'canister-vacuum', 'canister-vacuum'),
  (1097, 'VC-M3', 'hand-vacuum', 'mattress-vacuum'), (1098, 'VC-W2', 'stick-vacuum', 'floor-washer'),
  (1099, 'VC-CAR', 'hand-vacuum', 'car-vacuum'), (1100, 'RV-5', 'robot-vacuum', 'robot-vacuum'),
  (1101, 'RV-7', 'robot-vacuum', 'robot-vacuum-station'), (1102, 'RV-9', 'robot-vacuum', 'robot-vacuum-wash'),
  (1103, 'RV-M1', 'robot-vacuum', 'robot-vacuum-mini'), (1104, 'IR-D1', 'steam-iron', 'dry-iron'),
  (1105, 'IR-S2', 'steam-iron', 'steam-iron'), (1106, 'IR-H7', 'garment-steamer', 'handheld-steamer'),
  (1107, 'IR-F4', 'garment-steamer', 'garment-steamer-stand'), (1108, 'IR-G3', 'steam-iron', 'steam-station'),
  (1109, 'MC-500', 'massage-chair', 'massage-chair-zero-g'), (1110, 'MC-800', 'massage-chair', 'massage-chair'),
  (1111, 'MC-900', 'massage-chair', 'massage-chair-premium'),
  (1112, 'MC-300', 'massage-chair', 'massage-chair-compact'), (1113, 'MS-G1', 'massage-gun', 'massage-gun'),
  (1114, 'MS-N2', 'neck-massager', 'neck-massager'), (1115, 'MS-E1', 'eye-massager', 'eye-massager'),
  (1116, 'MS-F3', 'foot-massager', 'foot-massager'), (1117, 'MS-P6', 'massage-cushion', 'massage-cushion'),
  (1118, 'MS-B2', 'massage-belt', 'belly-massager'), (1119, 'ME-S1', 'smart-scale', 'smart-scale-glass'),
  (1120, 'ME-B2', 'smart-scale', 'smart-scale'), (1121, 'ME-T3', 'tds-meter', 'tds-meter'),
  (1122, 'ME-A4', 'room-monitor', 'air-monitor'), (1123, 'ME-H5', 'room-monitor', 'hygrometer'),
  (1124, 'CR-D1', 'hair-dryer', 'hair-dryer'), (1125, 'CR-D5', 'hair-dryer', 'hair-dryer-fast'),
  (1126, 'CR-W3', 'water-flosser', 'water-flosser'), (1127, 'CR-B4', 'electric-toothbrush', 'sonic-toothbrush'),
  (1128, 'CR-F6', 'face-brush', 'facial-cleanser'), (1129, 'CR-T2', 'hair-clipper', 'hair-trimmer'),
  (1130, 'CW-S5', 'cookware', 'cookware'), (1131, 'CW-P28', 'cookware', 'cookware-pan'),
  (1132, 'CW-S3', 'cookware', 'cookware-pots'), (1133, 'CW-I24', 'cookware', 'cookware-dutch-oven'),
  (1134, 'CW-W32', 'cookware', 'cookware-wok'), (1135, 'CW-B4', 'knife-set', 'cookware-knives'),
  (1136, 'TH-T4', 'thermos', 'thermos-tumbler'), (1137, 'TH-B8', 'thermos', 'thermos-bottle'),
  (1138, 'TH-F5', 'thermos', 'thermos-food-jar'), (1139, 'TH-K1', 'thermos', 'thermos-kids'),
  (1140, 'TH-L2', 'thermos', 'thermos-jug'), (1141, 'DW-6', 'dishwasher', 'dishwasher-tabletop'),
  (1142, 'DW-13', 'dishwasher', 'dishwasher'), (1143, 'DW-14B', 'dishwasher', 'dishwasher-builtin'),
  (1144, 'HD-70T', 'range-hood', 'range-hood-slim'), (1145, 'HD-90W', 'range-hood', 'range-hood-curved'),
  (1146, 'HD-90A', 'range-hood', 'range-hood-angled'), (1147, 'WM-8T', 'washing-machine', 'washing-machine-top'),
  (1148, 'WM-9F', 'washing-machine', 'washing-machine'), (1149, 'WM-11F', 'washing-machine', 'washer-dryer'),
  (1150, 'WH-20', 'water-heater', 'water-heater-square'), (1151, 'WH-30S', 'water-heater', 'water-heater'),
  (1152, 'WH-4500', 'water-heater', 'water-heater-instant'), (1153, 'HT-15', 'room-heater', 'heater-ceramic'),
  (1154, 'HT-20O', 'room-heater', 'room-heater'), (1155, 'HT-18H', 'room-heater', 'heater-halogen'),
  (1156, 'TM-W1', 'treadmill', 'walking-pad'), (1157, 'TM-R12', 'treadmill', 'treadmill-folding'),
  (1158, 'TM-R16A', 'treadmill', 'treadmill-incline');

update catalogue.products p set art_kind = d.kind from demo d
where p.id = d.id and p.model = d.model and p.art_kind = d.kind_before and d.kind <> d.kind_before;

create function pg_temp.figures(written text) returns text language sql immutable as $$
  select replace(regexp_replace(regexp_replace(written, '(\d),(\d{1,2})(?!\d)', '\1' || chr(1) || '\2', 'g'),
    '(\d)\.(\d{3})(?!\d)', '\1,\2', 'g'), chr(1), '.') $$;

update catalogue.product_texts t
set name = pg_temp.figures(t.name), short_description = pg_temp.figures(t.short_description),
  description = pg_temp.figures(t.description)
from catalogue.products p join demo d on d.id = p.id and d.model = p.model
where t.product_id = p.id and t.locale = 'vi'
  and (t.name, t.short_description, t.description) <>
    (pg_temp.figures(t.name), pg_temp.figures(t.short_description), pg_temp.figures(t.description));

update catalogue.shelf h set names = jsonb_set(h.names, '{vi}', to_jsonb(t.name))
from catalogue.product_texts t join demo d on d.id = t.product_id
where h.product_id = t.product_id and t.locale = 'vi' and h.names ->> 'vi' <> t.name;

update content.post_texts t set body = pg_temp.figures(t.body)
from content.posts p
where t.post_id = p.id and t.locale = 'vi' and p.slug in ('noi-chien-khong-dau-bao-nhieu-lit-la-vua',
  'bep-tu-bep-hong-ngoai-hay-bep-ket-hop', 'may-loc-khong-khi-cadr-moi-la-con-so-dang-tin',
  'ghe-massage-do-phong-truoc-khi-do-tien', 'may-sua-hat-ngam-hay-khong-ngam');
