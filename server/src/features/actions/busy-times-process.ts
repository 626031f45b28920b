import { answerParent, watchMemory } from '../../infra/answer-parent.ts'
import { busyTimes } from './busy-times.ts'
import type { Stretch } from './free-slots.ts'

export interface BusyTimesJob {
  text: string
  timeZone: string
  window: Stretch
}

/** Runs in the process of `createBusyCalendars`: reads one calendar. */
answerParent(async ({ text, timeZone, window }: BusyTimesJob) => {
  watchMemory()
  return busyTimes(text, timeZone, window)
})
