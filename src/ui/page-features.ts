/**
 * Pages of features: `page` of each `ui/page.ts`. They are not in `features.ts`, because the first view links to them. The bundler
 * would then put all of that file into the first view, which would take more than 350 kB (250 kB at most).
 */
import type { FeaturePage } from './shell/feature-page.ts'

const found = import.meta.glob<FeaturePage>('../features/*/ui/page.ts', { eager: true, import: 'page' })

/** The set-up links to each. Their code loads when they are opened. */
export const featurePages: readonly FeaturePage[] = Object.values(found)
