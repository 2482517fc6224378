import { counted } from '../../engine/base/counted.ts'
import { useApp } from '../hooks/use-app.ts'
import { sentence } from '../text/format.ts'

/** This machine's graphics card and processor. */
export function DevicePanel() {
  const { webgpu, cores, isolated } = useApp(state => state.device)
  return (
    <dl className="facts">
      <dt>Graphics card</dt>
      <dd>
        {webgpu.status === 'available' && (
          <>
            {webgpu.adapter}
            <span className="muted">
              {webgpu.f16 ? ' WebGPU, 16-bit arithmetic' : ' WebGPU, no 16-bit arithmetic'}
            </span>
          </>
        )}
        {webgpu.status === 'unavailable' && <>Not available. {sentence(webgpu.reason)}</>}
        {webgpu.status === 'checking' && <span className="muted">Checking…</span>}
      </dd>
      <dt>Processor</dt>
      <dd>
        {counted(cores, 'logical core')}
        <span className="muted">
          {isolated ? ', used by WASM' : '. WASM uses one: this page cannot share memory between threads'}
        </span>
      </dd>
    </dl>
  )
}
