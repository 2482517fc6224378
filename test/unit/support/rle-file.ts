/** A DICOM file with RLE data. */
const word = (value: number): number[] => [value & 0xff, value >> 8]
const long = (value: number): number[] => [...word(value & 0xffff), ...word(value >>> 16)]
const text = (value: string): number[] => [...Buffer.from(value.length % 2 ? `${value}\0` : value)]

/** A short element of explicit VR. */
const element = (group: number, number: number, vr: string, value: readonly number[]): number[] => [
  ...[...word(group), ...word(number), ...text(vr), ...word(value.length)],
  ...value,
]
const item = (number: number, value: readonly number[]): number[] => [
  ...[...word(0xfffe), ...word(number), ...long(value.length)],
  ...value,
]

/** Four grey pixels in a row; the frame is an RLE segment of these bytes. */
export function rleFile(packed: readonly number[]): Uint8Array<ArrayBuffer> {
  const frame = [...long(1), ...long(64), ...new Array<number>(56).fill(0), ...packed]
  return Uint8Array.from([
    ...new Array<number>(128).fill(0),
    ...text('DICM'),
    ...element(0x0002, 0x0010, 'UI', text('1.2.840.10008.1.2.5')),
    ...element(0x0028, 0x0002, 'US', word(1)),
    ...element(0x0028, 0x0004, 'CS', text('MONOCHROME2 ')),
    ...element(0x0028, 0x0010, 'US', word(1)),
    ...element(0x0028, 0x0011, 'US', word(4)),
    ...element(0x0028, 0x0100, 'US', word(8)),
    ...element(0x0028, 0x0101, 'US', word(8)),
    ...element(0x0028, 0x0102, 'US', word(7)),
    ...element(0x0028, 0x0103, 'US', word(0)),
    ...[...word(0x7fe0), ...word(0x0010), ...text('OB'), ...word(0), ...long(0xffffffff)],
    ...[...item(0xe000, []), ...item(0xe000, frame), ...item(0xe0dd, [])],
  ])
}
