import { count, sentence } from '../format.ts'
import { useApp } from '../use-app.ts'

/** What this machine offers, and why not more. */
export function DevicePanel() {
  const { webgpu, cores, isolated } = useApp().device
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
        {webgpu.status === 'unavailable' && <>Not usable. {sentence(webgpu.reason)}</>}
        {webgpu.status === 'checking' && <span className="muted">Looking…</span>}
      </dd>
      <dt>Processor</dt>
      <dd>
        {count(cores)} logical cores
        <span className="muted">
          {isolated
            ? ' WASM may use several threads'
            : ' WASM runs on one thread: the page is not cross-origin isolated'}
        </span>
      </dd>
    </dl>
  )
}
