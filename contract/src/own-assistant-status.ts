/**
 * The life of an own assistant. The stored status says what its owner wants, and who had the places in the plan at the
 * owner's last change; `settleStatuses` says what the plan makes of it now, whenever the assistant is shown or called.
 *
 *   draft ──room in the plan──▶ live ──paused by its owner──▶ paused
 *     ▲                        │ ▲                              │
 *     └──room is gone──────────┘ └─────resumed, with room───────┘
 */
export const OWN_ASSISTANT_STATUSES = ['draft', 'live', 'paused'] as const

export type OwnAssistantStatus = (typeof OWN_ASSISTANT_STATUSES)[number]

/** `room`: the plan has place for one more. `no-room`: it no longer has the place that this one takes. */
export type OwnAssistantEvent = 'room' | 'no-room' | 'pause' | 'resume'

const NEXT: Readonly<Record<OwnAssistantStatus, Partial<Record<OwnAssistantEvent, OwnAssistantStatus>>>> = {
  draft: { room: 'live', pause: 'paused' },
  live: { 'no-room': 'draft', pause: 'paused' },
  // Back in the line: live at once where there is room, and as soon as there is where there is not.
  paused: { resume: 'draft' },
}

/** The status after an event; an event that means nothing there changes nothing. */
export function nextOwnAssistantStatus(status: OwnAssistantStatus, event: OwnAssistantEvent): OwnAssistantStatus {
  return NEXT[status][event] ?? status
}

/** How many may be live at once: none without a business plan, null for as many as one likes. */
export type AssistantRoom = number | null

/**
 * Brings the statuses of one owner's assistants, oldest first, in line with the room there is: a live assistant stays
 * live before another comes in, and the one that waited longest comes in first.
 */
export function settleStatuses(statuses: readonly OwnAssistantStatus[], room: AssistantRoom): OwnAssistantStatus[] {
  let left = room ?? Infinity
  const stays = statuses.map((status) => {
    if (status !== 'live') return status
    left -= 1
    return left >= 0 ? status : nextOwnAssistantStatus(status, 'no-room')
  })
  left = Math.max(0, left)
  return stays.map((status, index) => {
    // One that has just lost its place does not take another one's.
    if (status !== 'draft' || statuses[index] === 'live' || left === 0) return status
    left -= 1
    return nextOwnAssistantStatus(status, 'room')
  })
}
