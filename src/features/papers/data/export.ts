import type { ExportFeature } from '../../../data/export/export-feature.ts'

export const papersExport = {
  figures: async () => (await import('../engine/papers-list.ts')).papersList,
} satisfies ExportFeature
