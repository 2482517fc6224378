/** What places a sample in the competency cube: fields of its own. */
export const axes = ['task', 'modality', 'parts'] as const
export type Axis = (typeof axes)[number]
