import type { ExportFeature } from '../../../data/export/export-feature.ts'

export const confidenceExport = {
  figures: async () => (await import('../engine/confidence-list.ts')).confidenceList,
} satisfies ExportFeature
