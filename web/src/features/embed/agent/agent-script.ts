import { EMBED_SCRIPT_PATH } from '#contract/embed.ts'
import type { CallEngines } from '#contract/vapi.ts'

interface AgentScript {
  src: string
  /** The `data-…` attributes of the script element. */
  data: Record<string, string>
  /** Whether the script reports when the agent is ready (`voxhall:ready`); otherwise its load event is used. */
  tellsWhenReady: boolean
}

/** The element name by which D-ID's agent is found and removed, since its script offers no way to remove it. */
const DID_NAME = 'did-agent'

/**
 * The script that loads the agent into an element: D-ID's where it is configured, otherwise our own.
 * @param opening the number of this opening in the page. A module runs only once per URL, so each opening needs a new
 * one.
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
      // Switches off the vendor's analytics on our pages.
      monitor: 'false',
      track: 'false',
    },
    tellsWhenReady: false,
  }
}

const READY_WITHIN_MS = 20_000

/** Appends the script. Returns a function that removes everything the script has added. */
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
    // In some modes, D-ID's agent is placed beside its target.
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
