import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { confidenceMethods } from './confidence-methods.ts'
import { confidenceTab } from './confidence-tab.tsx'
import { confidence as confidenceView } from './confidence-view.tsx'
import { surenessCard } from './sureness-card.ts'

export const confidenceUi: UiFeature = {
  parts: [confidenceTab],
  views: [{ view: confidenceView, before: 'probes' }],
  methods: [confidenceMethods],
  cards: [surenessCard],
}
