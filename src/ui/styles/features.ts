/** The page has every style sheet in a feature's `ui`. The reports have the same ones (`report/page.ts`). */
import.meta.glob('../../features/*/ui/*.css', { eager: true })
