import { createController } from './controller.ts'
import type { Controller } from './controller-api.ts'

declare global {
  /** The page's own controller, for `npm run evaluate` to press its buttons. */
  var voxelwise: Controller
}

globalThis.voxelwise = createController({ remember: false })
