/** Style sheets of features on the page, each found by its name: any in `ui`. `report/page.ts` gives the same to the reports. */
import.meta.glob('../../features/*/ui/*.css', { eager: true })
