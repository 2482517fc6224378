import type { ServerInfo } from '../../../src/engine/protocol/server-info.ts'

/** A model behind a server that can everything. */
export const serverInfo: ServerInfo = {
  kind: 'ollama',
  version: '0.33.1',
  address: 'http://127.0.0.1:11434',
  model: 'tiny-vlm',
  weights: null,
  quantization: 'Q4_K_M',
  context: 4096,
  template: null,
  abilities: {
    image: 'seen',
    logprobs: 20,
    constraint: 'held',
    thinking: 'off',
    takesThinkingSwitch: true,
    repeatsText: true,
    repeatsLogprobs: 0,
    cachedTokens: null,
  },
}
