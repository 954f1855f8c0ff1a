"""Miniature of the Smartphone Decimeter 2022 raw archive: train/, test/, metadata/, sample_submission.csv."""

import json
from pathlib import Path

import numpy as np
import pandas as pd

DATES = [
    "2020-05-15",
    "2020-05-21",
    "2020-06-04",
    "2020-06-05",
    "2020-07-08",
    "2020-12-10",
    "2021-01-05",
    "2021-03-16",
    "2021-04-29",
    "2021-07-14",
    "2021-08-24",
    "2021-12-07",
    "2021-12-28",
]
PHONES = ["GooglePixel4", "GooglePixel5", "SamsungGalaxyS20Ultra", "XiaomiMi8"]
GNSS = """MessageType utcTimeMillis TimeNanos LeapSecond FullBiasNanos BiasNanos BiasUncertaintyNanos DriftNanosPerSecond
DriftUncertaintyNanosPerSecond HardwareClockDiscontinuityCount Svid TimeOffsetNanos State ReceivedSvTimeNanos
ReceivedSvTimeUncertaintyNanos Cn0DbHz PseudorangeRateMetersPerSecond PseudorangeRateUncertaintyMetersPerSecond
AccumulatedDeltaRangeState AccumulatedDeltaRangeMeters AccumulatedDeltaRangeUncertaintyMeters CarrierFrequencyHz
MultipathIndicator ConstellationType CodeType ChipsetElapsedRealtimeNanos ArrivalTimeNanosSinceGpsEpoch
RawPseudorangeMeters SignalType ReceivedSvTimeNanosSinceGpsEpoch SvPositionXEcefMeters SvPositionYEcefMeters
SvPositionZEcefMeters SvElevationDegrees SvAzimuthDegrees SvVelocityXEcefMetersPerSecond SvVelocityYEcefMetersPerSecond
SvVelocityZEcefMetersPerSecond SvClockBiasMeters SvClockDriftMetersPerSecond IsrbMeters IonosphericDelayMeters
TroposphericDelayMeters WlsPositionXEcefMeters WlsPositionYEcefMeters WlsPositionZEcefMeters""".split()


def ecef(lat, lng, h=20.0):
    a, e2 = 6378137.0, 6.69437999014e-3
    p, l = np.deg2rad(lat), np.deg2rad(lng)
    n = a / np.sqrt(1 - e2 * np.sin(p) ** 2)
    return (n + h) * np.cos(p) * np.cos(l), (n + h) * np.cos(p) * np.sin(l), (n * (1 - e2) + h) * np.sin(p)


def nmea(ms, lat, lng):
    """A GGA-like line of the reference receiver."""
    t = pd.Timestamp(int(ms), unit="ms").strftime("%H%M%S.%f")[:9]
    return f"$GPGGA,{t},{int(lat)}{lat % 1 * 60:010.7f},N,{int(-lng):03d}{-lng % 1 * 60:010.7f},W,4,12,0.8,20.0,M,-32.0,M,,*00"


def write_phone(rng, folder, date, truth):
    (folder / "supplemental").mkdir(parents=True)
    n = int(rng.integers(12, 20))
    ms = pd.Timestamp(date).value // 10**6 + int(rng.integers(0, 8 * 3600)) * 1000 + 442 + 1000 * np.arange(n)
    lat = rng.uniform(37.3, 37.6) + np.cumsum(rng.normal(8e-5, 2e-5, n))
    lng = rng.uniform(-122.3, -122.0) + np.cumsum(rng.normal(-5e-5, 2e-5, n))

    rows = []
    for t, la, lo in zip(ms, lat, lng):
        wls = ecef(la + rng.normal(0, 2e-5), lo + rng.normal(0, 2e-5))
        for svid in (3, 17):
            r = dict.fromkeys(GNSS, 0)
            r.update(
                MessageType="Raw",
                utcTimeMillis=t,
                Svid=svid,
                LeapSecond="",
                State=16431,
                ConstellationType=1,
                CodeType="C",
                SignalType="GPS_L1",
                CarrierFrequencyHz=1.57542e9,
                Cn0DbHz=round(rng.uniform(20, 45), 1),
                WlsPositionXEcefMeters=wls[0],
                WlsPositionYEcefMeters=wls[1],
                WlsPositionZEcefMeters=wls[2],
            )
            rows.append(r)
    pd.DataFrame(rows).to_csv(folder / "device_gnss.csv", index=False)
    imu = pd.DataFrame(rng.normal(0, 1, (9, 3)).round(4), columns=["MeasurementX", "MeasurementY", "MeasurementZ"])
    imu.insert(0, "MessageType", ["UncalAccel", "UncalGyro", "UncalMag"] * 3)
    imu.insert(1, "utcTimeMillis", np.repeat(ms[:3], 3))
    imu[["BiasX", "BiasY", "BiasZ"]] = 0.0
    imu.to_csv(folder / "device_imu.csv", index=False)
    (folder / "supplemental" / "gnss_log.txt").write_text(
        f"# Version: v3.0.0.1\n# {folder.parent.name} {folder.name}\n"
    )
    (folder / "supplemental" / f"gnss_rinex.{date[2:4]}o").write_text(
        f"     3.03           OBSERVATION DATA    M\n{folder.parent.name} {folder.name}\n"
    )
    if not truth:
        return ms
    (folder / "supplemental" / "span_log.nmea").write_text("".join(nmea(*r) + "\n" for r in zip(ms, lat, lng)))
    digits = rng.choice([7, 9, 17])  # some files have full-length decimals
    pd.DataFrame(
        {
            "MessageType": "Fix",
            "Provider": "GT",
            "LatitudeDegrees": [f"{v:.{digits}g}" for v in lat],
            "LongitudeDegrees": [f"{v:.{digits}g}" for v in lng],
            "AltitudeMeters": rng.uniform(0, 60, n).round(2),
            "SpeedMps": rng.uniform(0, 30, n).round(3),
            "AccuracyMeters": 0.1,
            "BearingDegrees": rng.uniform(0, 360, n).round(1),
            "UnixTimeMillis": ms,
        }
    ).to_csv(folder / "ground_truth.csv", index=False)
    return ms


def build(raw: Path, rng: np.random.Generator) -> None:
    for date in DATES:
        for drive in range(1, 1 + int(rng.integers(1, 3))):
            for phone in rng.choice(PHONES, rng.integers(1, 3), replace=False):
                write_phone(
                    rng,
                    raw / "train" / f"{date}-US-{rng.choice(['MTV', 'SJC']) if drive == 1 else 'LAX'}-{drive}" / phone,
                    date,
                    True,
                )
    trip = "2020-06-04-US-MTV-2"
    ms = write_phone(rng, raw / "test" / trip / "GooglePixel4XL", "2020-06-04", False)
    pd.DataFrame(
        {
            "tripId": f"{trip}/GooglePixel4XL",
            "UnixTimeMillis": ms,
            "LatitudeDegrees": 37.904611315634504,
            "LongitudeDegrees": -86.48107806249548,
        }
    ).to_csv(raw / "sample_submission.csv", index=False)
    meta = raw / "metadata"
    meta.mkdir()
    (meta / "constellation_type_mapping.csv").write_text(
        "constellationType,constellationName\n1,GPS\n3,GLONASS\n6,GALILEO\n"
    )
    (meta / "raw_state_bit_map.json").write_text(
        json.dumps({"0": "STATE_CODE_LOCK", "3": "STATE_TOW_DECODED"}, indent=2)
    )
    (meta / "accumulated_delta_range_state_bit_map.json").write_text(json.dumps({"0": "ADR_STATE_VALID"}, indent=2))
