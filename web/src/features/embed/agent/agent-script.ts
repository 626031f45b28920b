import { EMBED_SCRIPT_PATH } from '#contract/embed.ts'
import type { CallEngines } from '#contract/vapi.ts'

export interface AgentScript {
  src: string
  /** As `data-…` on the script's element. */
  data: Record<string, string>
  /** Whether it tells when the agent stands (`voxhall:ready`); otherwise its loading has to do. */
  tellsWhenReady: boolean
}

/** The name by which D-ID's script can be found and put away again; it has no way of its own. */
const DID_NAME = 'did-agent'

/**
 * The script that brings the agent into an element: D-ID's where it is configured, else ours, which is loaded alike.
 * @param opening counts on this page: a module runs once for each address, so each opening needs another one
 */
export function agentScript(
  didAgent: CallEngines['didAgent'],
  { assistantId, label, targetId, opening }: { assistantId: string; label: string; targetId: string; opening: number },
): AgentScript {
  if (didAgent === null) {
    return {
      src: `${EMBED_SCRIPT_PATH}?open=${opening}`,
      data: { assistant: assistantId, mode: 'full', label, targetId },
      tellsWhenReady: true,
    }
  }
  const src = new URL(didAgent.scriptUrl)
  if (opening > 0) src.searchParams.set('open', String(opening))
  return {
    src: src.href,
    data: {
      clientKey: didAgent.clientKey,
      agentId: didAgent.agentId,
      mode: 'full',
      targetId,
      name: DID_NAME,
      // No analytics of the vendor's on our pages.
      monitor: 'false',
      track: 'false',
    },
    tellsWhenReady: false,
  }
}

const READY_WITHIN_MS = 20_000

/** Appends the script. Returns the way to take everything away that it brought. */
export function loadAgent(
  { src, data, tellsWhenReady }: AgentScript,
  target: HTMLElement,
  on: { ready: () => void; failed: () => void },
): () => void {
  const over = new AbortController()
  const { signal } = over
  const script = document.createElement('script')
  const fail = () => {
    close()
    on.failed()
  }
  const timer = setTimeout(fail, READY_WITHIN_MS)
  const ready = () => {
    clearTimeout(timer)
    on.ready()
  }
  function close(): void {
    over.abort()
    clearTimeout(timer)
    script.remove()
    target.replaceChildren()
    // D-ID's stands beside its target in some modes.
    for (const left of document.querySelectorAll(DID_NAME)) left.remove()
  }

  script.type = 'module'
  script.src = src
  Object.assign(script.dataset, data)
  script.addEventListener('error', fail, { signal })
  if (tellsWhenReady) target.addEventListener('voxhall:ready', ready, { signal })
  else script.addEventListener('load', ready, { signal })
  document.body.append(script)
  return close
}
