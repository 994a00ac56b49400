/** A switch of a foot pedal. */
export type Pedal = 'left' | 'middle' | 'right';

/** The switches from left to right. */
export const pedals: readonly Pedal[] = ['left', 'middle', 'right'];

/** The bit of a device's reports that is set while a switch is pressed. */
export interface PedalBit {
  reportId: number;
  byte: number;
  mask: number;
}

/** The switches that a device has. */
export type PedalMap = Partial<Record<Pedal, PedalBit>>;

/** A report from WebHID, without its ID byte. */
export interface PedalReport {
  reportId: number;
  bytes: Uint8Array;
}

/** Pedals with known reports. VEC's Infinity IN-USB-2: the lowest three bits of the first byte, from left to right. */
const knownPedals: ReadonlyArray<{ vendorId: number; productId: number; map: PedalMap }> = [
  {
    vendorId: 0x05f3,
    productId: 0x00ff,
    map: {
      left: { reportId: 0, byte: 0, mask: 1 },
      middle: { reportId: 0, byte: 0, mask: 2 },
      right: { reportId: 0, byte: 0, mask: 4 },
    },
  },
];

/** The switches of a device that needs no learning. */
export function knownPedalMap(device: { vendorId: number; productId: number }): PedalMap | undefined {
  return knownPedals.find(
    (pedal) => pedal.vendorId === device.vendorId && pedal.productId === device.productId,
  )?.map;
}

/** The switches pressed after this report, given those pressed before. A report changes only its own switches. */
export function pressedPedals(
  map: PedalMap,
  report: PedalReport,
  before: ReadonlySet<Pedal>,
): ReadonlySet<Pedal> {
  return new Set(
    pedals.filter((pedal) => {
      const bit = map[pedal];
      if (bit === undefined) return false;
      if (bit.reportId !== report.reportId) return before.has(pedal);
      return ((report.bytes[bit.byte] ?? 0) & bit.mask) !== 0;
    }),
  );
}

/** The lowest bit that is set in this report but not in `rest`, the previous report with the same ID. */
export function newBit(rest: Uint8Array | undefined, { reportId, bytes }: PedalReport): PedalBit | undefined {
  for (const [byte, value] of bytes.entries()) {
    const risen = value & ~(rest?.[byte] ?? 0);
    if (risen !== 0) return { reportId, byte, mask: risen & -risen };
  }
  return undefined;
}
