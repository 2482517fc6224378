import { featureSetUps } from '../seams.ts'

/** What features offer before a run. */
export const SetUpParts = () => featureSetUps.map(({ id, Body }) => <Body key={id} />)
