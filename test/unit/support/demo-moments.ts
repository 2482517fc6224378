/** Mean and deviation of the demo's pixels, which page and Node measure on the same 40 images. */
export const demoMoments = { means: [63.05, 61.01, 61.01], deviations: [73, 71.14, 71.14] } as const
