import type { CommandTable } from '../../../app/controller/services.ts'
import { drawnOn, regionOfSample } from '../../../engine/probes/drawn-regions.ts'
import type { Region } from '../../../engine/probes/region.ts'
import type { Box } from '../../../engine/protocol/probe.ts'
import type { Sample } from '../../../engine/protocol/sample.ts'

interface SampleRegion {
  readonly region: Region | null
  readonly isDrawn: boolean
}

/** Regions of samples: what a data set states, and what was drawn. */
export const regionCommands = {
  /** The region that a sample is about, and whether it was drawn. @param fingerprint of the data set */
  region: async ({ store }, fingerprint: string, sample: Sample): Promise<SampleRegion> => {
    const drawn = await (await store).folders.regions(fingerprint)
    return { region: regionOfSample(sample, drawn), isDrawn: drawnOn(drawn, sample.index) !== null }
  },
  /** Draws it again, or removes it. */
  drawRegion: async ({ app, store }, fingerprint: string, index: number, box: Box | null) =>
    app.orNotify((async () => (await store).folders.drawRegion(fingerprint, index, box))()),
} satisfies CommandTable
