/** Regions that a user has drawn on the images of a data set: they come before those that the data set has. */
import type { Box, DrawnRegion } from '../protocol/probe.ts'
import type { Sample } from '../protocol/sample.ts'
import { findRegion, type Region } from './region.ts'

/** Null where none was drawn. */
export function drawnOn(drawn: readonly DrawnRegion[], index: number): Box | null {
  const [, ...box] = drawn.find(([of]) => of === index) ?? []
  return box.length === 4 ? (box as [number, number, number, number]) : null
}

/** The region that a question is about, for every use of it: the drawn one, else that of the data set (`findRegion`). */
export const regionOfSample = (
  { index, fields }: Pick<Sample, 'index' | 'fields'>,
  drawn: readonly DrawnRegion[],
): Region | null => drawnOn(drawn, index) ?? findRegion(fields)

/** By the indices of the samples. @param box null removes it */
export function redrawn(
  drawn: readonly DrawnRegion[],
  index: number,
  box: Box | null,
): readonly DrawnRegion[] {
  const others = drawn.filter(([of]) => of !== index)
  const all = box ? [...others, [index, ...box] as const] : others
  return all.sort(([a], [b]) => a - b)
}

/** With those of others for samples that have none. */
export function withMore(
  drawn: readonly DrawnRegion[],
  more: readonly DrawnRegion[],
): readonly DrawnRegion[] {
  const known = new Set(drawn.map(([of]) => of))
  return [...drawn, ...more.filter(([of]) => !known.has(of))].sort(([a], [b]) => a - b)
}
