import { readPolicy, windowPresets } from '@voxelwise/pixels'

/** A window policy in words. */
export function windowWords(text: string): string {
  const policy = readPolicy(text)
  switch (policy?.kind) {
    case 'file':
      return policy.window === 0 ? 'the file’s window' : `the file’s window ${policy.window + 1}`
    case 'preset': {
      const [centre, width] = windowPresets[policy.name]
      return `CT ${policy.name}: centre ${centre}, width ${width} HU (Radiopaedia)`
    }
    case 'window':
      return `centre ${policy.centre}, width ${policy.width}, ${policy.function}`
    case 'minmax':
      return 'minimum to maximum of each image'
    case 'percentile':
      return `${policy.low} to ${policy.high} % of each image’s values`
    case 'rgb3':
      return 'three CT windows as red, green and blue (MedGemma 1.5 notebook)'
    default:
      return text
  }
}
