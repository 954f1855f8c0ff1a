"""Miniature raw data: leaf-classification."""

import io
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image, ImageDraw

SPECIES = """Acer_Capillipes Acer_Circinatum Acer_Mono Acer_Opalus Acer_Palmatum Acer_Pictum Acer_Platanoids
Acer_Rubrum Acer_Rufinerve Acer_Saccharinum Alnus_Cordata Alnus_Maximowiczii Alnus_Rubra Alnus_Sieboldiana
Alnus_Viridis Arundinaria_Simonii Betula_Austrosinensis Betula_Pendula Callicarpa_Bodinieri Castanea_Sativa
Celtis_Koraiensis Cercis_Siliquastrum Cornus_Chinensis Cornus_Controversa Cornus_Macrophylla Cotinus_Coggygria
Crataegus_Monogyna Cytisus_Battandieri Eucalyptus_Glaucescens Eucalyptus_Neglecta Eucalyptus_Urnigera
Fagus_Sylvatica Ginkgo_Biloba Ilex_Aquifolium Ilex_Cornuta Liquidambar_Styraciflua Liriodendron_Tulipifera
Lithocarpus_Cleistocarpus Lithocarpus_Edulis Magnolia_Heptapeta Magnolia_Salicifolia Morus_Nigra Olea_Europaea
Phildelphus Populus_Adenopoda Populus_Grandidentata Populus_Nigra Prunus_Avium Prunus_X_Shmittii
Pterocarya_Stenoptera Quercus_Afares Quercus_Agrifolia Quercus_Alnifolia Quercus_Brantii Quercus_Canariensis
Quercus_Castaneifolia Quercus_Cerris Quercus_Chrysolepis Quercus_Coccifera Quercus_Coccinea Quercus_Crassifolia
Quercus_Crassipes Quercus_Dolicholepis Quercus_Ellipsoidalis Quercus_Greggii Quercus_Hartwissiana Quercus_Ilex
Quercus_Imbricaria Quercus_Infectoria_sub Quercus_Kewensis Quercus_Nigra Quercus_Palustris Quercus_Phellos
Quercus_Phillyraeoides Quercus_Pontica Quercus_Pubescens Quercus_Pyrenaica Quercus_Rhysophylla Quercus_Rubra
Quercus_Semecarpifolia Quercus_Shumardii Quercus_Suber Quercus_Texana Quercus_Trojana Quercus_Variabilis
Quercus_Vulcanica Quercus_x_Hispanica Quercus_x_Turneri Rhododendron_x_Russellianum Salix_Fragilis
Salix_Intergra Sorbus_Aria Tilia_Oliveri Tilia_Platyphyllos Tilia_Tomentosa Ulmus_Bergmanniana Viburnum_Tinus
Viburnum_x_Rhytidophylloides Zelkova_Serrata""".split()
FEATURES = [f"{kind}{i}" for kind in ("margin", "shape", "texture") for i in range(1, 65)]


def leaf_jpg(rng, k):
    w, h = int(rng.integers(24, 40)), int(rng.integers(20, 36))
    im = Image.new("L", (w, h), 0)
    ImageDraw.Draw(im).ellipse([2, 2 + k % 6, w - 3, h - 3 - k % 5], fill=255)
    buf = io.BytesIO()
    im.save(buf, "JPEG", quality=40)
    return buf.getvalue()


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    n_train, n_test = 2 * len(SPECIES), 12
    ids = np.sort(rng.choice(np.arange(1, 1585), n_train + n_test, replace=False))
    kind = np.concatenate([rng.permutation(np.repeat(np.arange(len(SPECIES)), 2)), rng.integers(0, 99, n_test)])
    centre = rng.gamma(0.7, 0.015, (len(SPECIES), len(FEATURES)))
    x = np.clip(centre[kind] + rng.normal(0, 0.003, (len(ids), len(FEATURES))), 0, None).round(6)
    is_train = np.zeros(len(ids), bool)
    is_train[rng.choice(len(ids), n_train, replace=False)] = True

    table = pd.DataFrame(x, columns=FEATURES)
    # whole zeros are written as "0", the way the real file does
    table = table.map(lambda v: "0" if v == 0 else repr(float(v)))
    table.insert(0, "species", np.array(SPECIES)[kind])
    table.insert(0, "id", ids)
    sample = pd.DataFrame(1 / 99, index=range((~is_train).sum()), columns=SPECIES)
    sample.insert(0, "id", ids[~is_train])
    for name, df in (
        ("train.csv", table[is_train]),
        ("test.csv", table[~is_train].drop(columns="species")),
        ("sample_submission.csv", sample),
    ):
        with zipfile.ZipFile(raw / f"{name}.zip", "w", zipfile.ZIP_DEFLATED) as z:
            z.writestr(zipfile.ZipInfo(name, (2016, 8, 30, 0, 0, 0)), df.to_csv(index=False), zipfile.ZIP_DEFLATED)
    with zipfile.ZipFile(raw / "images.zip", "w") as z:
        for i, k in zip(ids, kind):
            z.writestr(zipfile.ZipInfo(f"images/{i}.jpg", (2016, 8, 30, 0, 0, 0)), leaf_jpg(rng, int(k)))
