import type { EmergencyLines, HelpLine } from '#contract/emergency-lines.ts'
import { capitalised } from '#contract/written-text.ts'
import type { EmergencyKind } from './kinds.ts'
import { withParts } from './signs/sign-language.ts'

/**
 * The answer to an emergency. `first` takes about eight seconds, with the emergency number in its first sentence;
 * `more` has one further step for each time the caller asks.
 */
interface EmergencyAnswer {
  first: string
  /** Each is spoken in a turn of its own. */
  more: readonly string[]
}

/** The emergency numbers, phrased for use in sentences, which refer to them as `{name}`. */
function numbersOf(lines: EmergencyLines) {
  const local = lines.isAssumed ? ' or your local number' : ''
  const police = lines.police ?? lines.emergency
  return {
    call: `Call ${lines.emergency}${local} now`,
    callPolice: `Call ${police}${local} now`,
    outside: `call ${lines.emergency}${local} from there`,
    emergency: lines.emergency,
    police,
    poison: lines.poison
      ? ` ${lines.poison.name.includes(lines.poison.number) ? '' : `${lines.poison.name}, `}${lines.poison.number}`
      : ' your poison center',
    crisis: lines.crisis ? tell(lines.crisis) : 'call a crisis line',
    crisisShort: lines.crisis
      ? `${lines.crisis.takesTexts ? 'call or text' : 'call'} ${lines.crisis.number}`
      : 'call a crisis line',
    abuse: lines.abuse
      ? `${capitalised(lines.abuse.name)}, ${lines.abuse.number}, can help you plan`
      : 'A helpline for violence at home can help you plan',
    silent: lines.silentCall ? ` ${lines.silentCall}.` : '',
  }
}

function tell({ name, number, takesTexts }: HelpLine): string {
  // Avoids repeating a number that is part of the name: "the 988 Lifeline on 988".
  return `${takesTexts ? 'call or text' : 'call'} ${name.includes(number) ? number : `${name} on ${number}`}`
}

/**
 * For each kind, the first answer and the further steps. They are our own words, based on the guidance named above each.
 * They are short, so that a frightened person can follow them. The dispatcher on the phone gives further instructions;
 * nothing here goes beyond what lay people are taught.
 */
const ANSWERS: Readonly<Record<EmergencyKind, readonly [first: string, ...more: string[]]>> = {
  // Red Cross and NHS: five back blows, five abdominal thrusts; chest thrusts for babies; CPR when unresponsive.
  choking: [
    '{call}. Give five hard blows between the shoulder blades.',
    'Still choking? Stand behind, make a fist above the belly button, and pull in and up, five times. Then five back blows again, and keep going.',
    'For a baby under one, lay the baby face down on your arm, give five back blows, then turn it over and give five chest thrusts with two fingers. No belly thrusts.',
    'If they go limp, lay them down and start chest compressions. Push hard and fast in the middle of the chest until help comes.',
  ],
  // NHS and Red Cross: upright, loosen clothes, own reliever inhaler; CPR when breathing stops.
  breathing: [
    '{call}. Sit upright. If breathing stops, push hard and fast on the chest.',
    'If they are not breathing, lay them flat. Put both hands on the middle of the chest and push down hard, twice a second. Do not stop until help comes.',
    'With asthma, take one puff of your own reliever inhaler every thirty to sixty seconds, up to ten puffs.',
    'Leave the phone on speaker, unlock the door, and do not leave them alone.',
  ],
  // American Red Cross: reach or throw, don't go; rescue breaths and CPR.
  drowning: [
    '{call}. Once out of the water, start CPR if there is no breathing.',
    'Lay them flat. Give two slow breaths into the mouth with the nose closed, then push hard and fast on the middle of the chest, thirty times. Repeat.',
    'If they breathe, roll them onto the side, keep them warm, and watch the breathing until help comes. They need a hospital even if they feel well.',
  ],
  // Red Cross, American Heart Association: hands-only CPR, recovery position, AED.
  unconscious: [
    '{call}. If they do not breathe normally, push hard and fast on the chest.',
    'Not breathing, or only gasping: both hands on the middle of the chest, push down five centimeters, two inches, twice a second. Send a person for a defibrillator.',
    'Breathing: keep them on the side with the head tilted back, and check every minute that they still breathe. Give nothing to eat or drink.',
  ],
  // American Heart Association, NHS: sit, rest, chew aspirin unless allergic, don't drive.
  cardiac: [
    '{call}: this could be a heart attack. Sit, rest, and do not drive.',
    'If an adult has no allergy to aspirin and the dispatcher agrees, slowly chew one aspirin. Loosen tight clothes, and do not eat or drink anything else.',
    'If they collapse and do not breathe normally, push hard and fast on the middle of the chest until help comes, and send a person for a defibrillator.',
  ],
  // American Stroke Association "BE FAST", NHS.
  stroke: [
    '{call}: this could be a stroke. Note the time when it began.',
    'Lay them down with the head a little raised, and stay with them. Call even if the signs pass. Do not give aspirin, and do not drive them yourself.',
    'If they become unconscious but breathe, roll them onto the side. If they stop breathing, push hard and fast on the middle of the chest.',
  ],
  // SAMHSA, Poison Control, 988 Lifeline: not alone, no vomiting, naloxone; asks about intent.
  overdose: [
    '{call}. Take nothing more, and do not vomit. Was it on purpose?',
    'If they are very sleepy or their lips are blue, give naloxone if you have it, lay them on the side, and start chest compressions if breathing stops.',
    'Keep the packets, and say what was taken, how much and when. In doubt you can also ask{poison}.',
    'If it was on purpose, thank you for telling me. You matter. Once you have called for help, you can also {crisisShort}. Please unlock the door.',
  ],
  // 988 Lifeline, Samaritans, NIMH "Five action steps": ask, be there, keep safe, connect.
  suicide: [
    'I am glad you told me: {crisisShort} now, or {emergency} in danger. Are you safe?',
    'You do not have to carry this alone. Put distance between you and anything that could hurt you, and go to a person you trust, or ask one to come.',
    'If you can, {crisis}: the people there listen without judging. If you might act on it, or have already, call {emergency} right now.',
    'Is it about another person? Stay with them, ask them directly about suicide, and take away what could be used. Asking does not put the idea there.',
  ],
  // NHS and Samaritans on self-harm: wound care first, then a person.
  'self-harm': [
    'Thank you for telling me: {crisisShort} now, or {emergency} if badly hurt. Are you safe?',
    'Press a clean cloth on a bleeding wound. Then move away from what you could hurt yourself with, and be near another person.',
    'You are not in trouble, and you are not alone. A doctor or the people on that line help with this every day, without judging.',
  ],
  // NHS and FARE on anaphylaxis: adrenaline at once, lie down, second dose after five minutes.
  allergy: [
    '{call}, and use an adrenaline pen if there is one. Lie down.',
    'Sit up if breathing is hard. If it is no better after five minutes, use a second pen in the other thigh. Do not stand or walk, even if it gets better.',
    'After a snake bite, keep still, keep the limb low, and take off rings. Do not cut, suck or tie it off.',
    'If breathing stops, push hard and fast on the middle of the chest until help comes.',
  ],
  // Poison Control (poison.org), NHS: don't induce vomiting, rinse, keep the container.
  poisoning: [
    '{call}. Do not make them vomit, and keep the container.',
    'If they are awake and breathe well, ask{poison}. Wipe out the mouth, and give nothing to eat or drink unless you are told to.',
    'On the skin or in the eyes, rinse with running water for fifteen to twenty minutes. After fumes, get into fresh air at once.',
    'A swallowed button battery needs a hospital immediately, even without any signs.',
  ],
  // NFPA: get out, stay out, close doors, low under smoke; lid on a pan; stop, drop and roll.
  fire: [
    'Get outside now, and {outside}. Close doors, and do not go back in.',
    'Trapped? Close the door, seal the gaps with cloth, call {emergency}, and show yourself at a window.',
    'A small pan fire: turn off the heat and slide a lid on, never water. If it does not go out at once, leave. Burning clothes: stop, drop and roll.',
  ],
  // CDC on carbon monoxide, gas network operators: out, no sparks, call from outside.
  gas: [
    'Get outside now, and {outside}. Touch no switches or flames.',
    'On your way, leave doors open. Do not go back in until the fire brigade or the gas company says that it is safe.',
    'Headache, dizziness or sickness may be carbon monoxide. Tell the dispatcher, and have everybody checked, even if they feel better outside.',
  ],
  // NHS and Mayo Clinic on electrical shock.
  electric: [
    '{call}. Do not touch them until the current is off.',
    'When the current is off and they do not breathe normally, push hard and fast on the middle of the chest until help comes.',
    'Cool burns with running water. A shock needs a doctor even without signs, since the heart can react later.',
  ],
  // Stop the Bleed, Red Cross: direct pressure, tourniquet for limbs.
  bleeding: [
    '{call}. Press hard on the wound with a cloth, and do not let go.',
    'If blood soaks through, put more cloth on top and press harder. If an arm or leg still bleeds heavily, tie a tourniquet tight above the wound, and note the time.',
    'Lay them down and keep them warm. A cut off part goes into a clean bag, and the bag on ice. If you vomit or cough blood, sit up and lean forward.',
  ],
  // Epilepsy Foundation, CDC: time it, protect the head, nothing in the mouth, on the side.
  seizure: [
    '{call}. Protect the head, put nothing in the mouth, and time it.',
    'Do not hold them down. Move hard things away, and time it. When it stops, roll them onto the side and stay.',
    'If another seizure follows, or they do not wake or breathe normally, call again at once.',
  ],
  // NHS and Meningitis Now: don't wait for a rash.
  meningitis: [
    '{call}: this may be meningitis or sepsis. Do not wait.',
    'Say which signs you see, such as the rash, the stiff neck or the fever, and when they began. Do not drive alone with a child who is very ill.',
    'If they become hard to wake or stop breathing, tell the dispatcher at once, and start chest compressions if there is no breathing.',
  ],
  // NHS, ACOG.
  pregnancy: [
    '{call}. Lie on your left side, and do not drive yourself.',
    'If the baby is coming, do not hold it back or pull. Have warm towels ready, dry the baby, put it on your chest, and do not cut the cord.',
    'Keep the pads so that the bleeding can be judged. A bad headache, changes in sight, or a baby that moves less need care today as well.',
  ],
  // NHS, CDC HEADS UP.
  'head-injury': [
    '{call}. Keep them still, and support head and neck.',
    'Press lightly on a bleeding wound, but not if the skull feels soft. Watch for vomiting, confusion, sleepiness or uneven pupils, and tell the dispatcher.',
    'If they vomit, roll head and body together onto the side. If they stop breathing, start chest compressions.',
  ],
  // NHS and Red Cross on burns: twenty minutes of cool water, cling film.
  burn: [
    '{call} if it is large or deep. Cool it under running water for twenty minutes.',
    'No ice, no butter, no creams. Cover it loosely with cling film or a clean cloth, and keep the rest of the body warm.',
    'For chemicals, rinse for twenty minutes or longer, and the eye from the nose outwards.',
  ],
  // RAINN, Rape Crisis: safety, choice, not your fault.
  'sexual-assault': [
    'I am sorry, and it is not your fault: call {police} now if you are in danger. Are you safe?',
    'A hospital can treat you and keep evidence, even if you have not decided whether to report it. If you can, wait before you wash or change.',
    'You choose whom to tell. {abuse}, day and night, and in confidence. It is never too late to get help.',
  ],
  // Childhelp, NSPCC, National Center for Missing and Exploited Children.
  'child-danger': [
    '{callPolice} if a child is in danger. Is the child safe now?',
    'A missing child: call at once, there is no need to wait. Say what the child wears, and look first near water, cars and small places.',
    'If you are the child, it is not your fault. Go to a safe adult, such as a teacher or a neighbor, and tell them what happened.',
    'If you fear that you could hurt your child, lay it down in its bed, leave the room, and call a person you trust. {abuse}.',
  ],
  // National Domestic Violence Hotline and Refuge: safety first, quiet, exits, cleared history.
  abuse: [
    'You do not deserve this: call {police} now if you are in danger. Can you get somewhere safe?',
    '{abuse}, free and in confidence.{silent} Use a phone that they do not check, and delete this conversation if they might see it.',
    'If it starts, keep away from the kitchen and from rooms with one door. Move towards an exit, and take the children, keys, papers and phone if you can.',
    'After being choked, see a doctor even if you feel well, since swelling can come later.',
  ],
  // Police guidance on immediate danger; "run, hide, tell".
  attack: [
    '{callPolice}. Get to people and light, or hide behind a locked door.',
    'Do not go home if you are being followed. Walk into a shop, a station or any open place, and say loudly what is happening.{silent}',
    'Give the dispatcher the place first, then what you see. Do not argue over things; your life is worth more.',
    'If you fear that you could hurt a person, walk away now, put down anything dangerous, and call for help for yourself.',
  ],
  // Red Cross "Check, call, care".
  accident: [
    '{call}, and say where you are. Do not move anyone who is hurt.',
    'Press on wounds that bleed. Keep the hurt person warm and still, with head and neck in line. Move them only from fire, water or traffic.',
    'If they do not breathe normally, push hard and fast on the middle of the chest. Keep the dispatcher on speaker.',
  ],
  // ASPCA Animal Poison Control.
  pet: [
    'Call an emergency vet now, or {emergency} if a person is hurt. Do not make your pet vomit.',
    'Take the packaging along. If your pet does not breathe, clear the mouth and push on the chest, twice a second, on the way to the vet.',
  ],
  // Red Cross "Check, call, care".
  unwell: [
    '{call}, and say where you are. I cannot call for you. What is wrong?',
    'Is the person awake and breathing? If they do not breathe normally, push hard and fast on the middle of the chest. If they breathe, roll them onto the side.',
    'Unlock the door, turn on a light outside, and stay with them until help comes.',
  ],
}

export function emergencyAnswer(kind: EmergencyKind, lines: EmergencyLines): EmergencyAnswer {
  const numbers = numbersOf(lines)
  const [first = '', ...more] = ANSWERS[kind].map((step) => withParts(step, numbers))
  return { first, more }
}

/** Asks back when words that were only partly understood may have been a cry for help. */
export function checkBack(lines: EmergencyLines): string {
  const { call } = numbersOf(lines)
  return `If this is an emergency, ${call.charAt(0).toLowerCase()}${call.slice(1)}. What has happened?`
}

/** Said after the last step, and in place of a refusal while an emergency is open. */
export function stillUrgent(kind: EmergencyKind, lines: EmergencyLines): string {
  const { call, crisis, callPolice } = numbersOf(lines)
  if (kind === 'suicide' || kind === 'self-harm') {
    return `I am here, but a person can do more than I can: please ${crisis} now. If you might act on it, call ${lines.emergency}. Is anybody with you?`
  }
  const isForPolice = ['abuse', 'attack', 'child-danger', 'sexual-assault'].includes(kind)
  return `${isForPolice ? callPolice : call} if you have not yet, and do what they tell you. Tell me what changes, or ask me what to do next.`
}
