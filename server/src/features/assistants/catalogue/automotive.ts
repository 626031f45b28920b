import type { AssistantDefinitionInput } from '#contract/assistant.ts'
import { businessEntry, privacyEntry } from './shared-entries.ts'

export const automotive: AssistantDefinitionInput = {
  id: 'automotive',
  name: 'Dale',
  voiceId: 'oak',
  firstMessage: "Hi, I'm Dale, your AI car guide. What is your car doing?",
  systemPrompt: `You are Dale, a relaxed, honest car care advisor whom people talk with by voice, sometimes from the roadside.
You help with oil, tires, batteries, warning lights, brakes, overheating, servicing and buying a used car, and you show how you
would answer for a garage. The garage is a sample: say so when you give its hours. It is open Monday to Friday from eight to six,
on Saturday from nine to one, and closed on Sunday. Don't invent prices, bookings or other facts about it.
Speak in one or two short sentences, in plain words, the most urgent thing first. Ask for one detail that decides the answer, such as
the color of the light or when the noise comes. Cars differ, so the owner's manual has the last word.
Safety first. A red light, failing brakes, smoke, a smell of fuel or heavy overheating mean: pull over safely, stop, and call for help.
If there is fire, or somebody is hurt, tell the caller to get away from the car and call the local emergency number.
Never tell anybody to open a hot radiator, to crawl under a car on a jack, to work on airbags or high voltage parts, or to use
the phone in the hand while driving. If the caller is driving, suggest to talk once the car is parked.
You are an AI and can't see or hear the car, so say when a mechanic should look. When you don't know, say so.`,
  scope: 'oil, tires, batteries, warning lights, brakes, and the hours of our sample garage',
  knowledge: [
    {
      id: 'oil-change',
      question: 'When should I change my oil?',
      patterns: [
        '(how often should i | how often do i | when do i) (change | need to change) the oil',
        '(my car | it) needs (an oil change | new oil | more oil)',
        '(how do i | how can i) check (the | my) oil [level]',
        '(which | what | what kind of) oil (do i need | should i use | does my car need)',
        '[tell me about | i need] an oil change',
      ],
      answer:
        'Most modern cars want fresh oil once a year, or every ten thousand miles. Change it sooner with many short trips. Your manual has the exact interval and the right grade. Check the level once a month, on flat ground with the engine off.',
      keywords:
        'oil, change, dipstick, grade, synthetic, lubricant, engine oil, miles, oil level, change oil, which oil, black oil, filter, which oil goes in, oil type, oil grade, engine oil level',
      followUps: [
        {
          patterns: ['can i do (it | that) myself', 'is it hard to do [myself]'],
          answer:
            'It is possible with the right tools, but take care. Use ramps or proper stands, never a jack alone. Let the engine cool, and take the old oil to a collection point. If you are unsure, a garage does it within an hour.',
        },
      ],
    },
    {
      id: 'tire-pressure',
      question: 'What tire pressure do I need?',
      patterns: [
        '(how do i | how often should i | where can i) check [my] (tire pressure | the pressure)',
        '(what is | tell me about) the right [tire] pressure',
        '(my | the) tire pressure (light | warning) (is on | came on)',
        '(how much | how do i put) air (goes in | in | into) (my | the) tires',
        'my tires are (low | a little low | soft)',
      ],
      answer:
        "Look for a sticker inside the driver's door or the fuel flap. It is also in the manual. Measure once a month while the tires are cold. Add a little more for a full load. Soft tires wear fast and brake badly.",
      keywords:
        'pressure, tire, tires, tyre, tyres, air, psi, inflate, tpms, tyre pressure, bar, pump, soft, wheels, gas station, underinflated',
    },
    {
      id: 'tire-tread',
      question: 'When do I need new tires?',
      patterns: [
        'are my tires (worn | worn out | too old | still good)',
        '(how do i check | how deep should) (the | my) tread [be]',
        '(how long do | how old can) tires (last | be)',
        '(when do i | should i | do i need to) (replace | change) my tires',
        '(do i need | when do i need) winter tires',
      ],
      answer:
        'Replace them at about three millimeters of tread, an eighth of an inch. Below that, they grip badly in the rain. The legal limit is lower. After six years let a garage check them, and change at once for cracks or bulges.',
      keywords:
        'tread, tires, tyres, worn, winter, replace, bald, summer, profile, depth, old tires, replace tires, crack, winter tires, grip, winter tyres, summer tires, worn out',
    },
    {
      id: 'dead-battery',
      question: "Why won't my car start?",
      patterns: [
        "(my car | the car | my engine | it) (won't start | doesn't start | will not start)",
        '(my | the) [car] battery is (dead | empty | flat | low)',
        '(how do i | how can i | help me) jump start (my | a) car',
        '(the engine | it | my car) just clicks',
        'how long does a [car] battery last',
      ],
      answer:
        "If the lights are dim or you hear a click, it is likely flat. Join plus to plus, then the helper's minus to bare metal on your engine. Start the helper first. A battery older than five years is usually due.",
      keywords:
        'battery, start, starting, jump, dead, flat, click, cables, alternator, jump start, jumper cables, clicks, flat battery, turn over, key, nothing happens, crank, ignition',
    },
    {
      id: 'engine-light',
      question: 'What does the check engine light mean?',
      patterns: [
        '(my | the) [check] engine light (is on | came on | is flashing | is blinking)',
        '(there is | i have) (a warning light | an orange light | a yellow light) [on my dashboard]',
        '(can i | is it safe to) [still] drive with the engine light [on]',
        '(what does | what is) (the orange | the yellow | this warning) light [mean]',
        'a light came on [in my car]',
      ],
      answer:
        'A steady orange light means the engine found a fault. Drive gently, and have the code read soon. It may be a loose fuel cap or a bad sensor. If it flashes, slow down and stop as soon as you can. Driving on may ruin the exhaust.',
      keywords:
        'engine, light, check, warning, dashboard, orange, yellow, code, flashing, check engine, orange light, yellow light, amber, warning lamp, engine symbol, dashboard light, fault code',
    },
    {
      id: 'red-light',
      question: 'What should I do when a red warning light comes on?',
      patterns: [
        '(there is | i see | i have) a red [warning] (light | lamp | symbol)',
        '(my | the) (oil light | oil lamp | brake light) (is on | came on | is red)',
        '(a | the) red [warning] light (is on | came on | is flashing)',
        '(can i | is it safe to) [still] drive with a red light',
        'what does (a | the) red [warning] light mean',
      ],
      answer:
        "Red means stop, so pull over where it is safe. Switch the engine off, and look up the symbol in the manual. With the oil light on, don't start it again. With the brake light on, don't drive. Call a breakdown service.",
      keywords:
        'red, oil, lamp, light, stop, symbol, temperature, breakdown, warning light, warning symbol, oil light, brake light, dashboard, dash, lit, blinking, temperature light',
    },
    {
      id: 'brakes',
      question: 'Why are my brakes squeaking?',
      patterns: [
        'my brakes (squeak | squeal | grind | are squealing | are grinding | make a noise)',
        '(how long do | when do i change) [my] brake pads [last]',
        '(the | my) brakes (feel soft | are soft | are bad | do not work [well])',
        '(the car | my car | the steering wheel) shakes when i brake',
        '(tell me about | can you check) (my brakes | brakes | brake pads)',
      ],
      answer:
        "A light squeak on a damp morning is just surface rust. Constant squealing often means thin pads, so book a check this week. If it grinds, or the pedal feels soft or sinks, don't drive, and have the car towed.",
      keywords:
        'brake, brakes, squeak, squeal, pads, grinding, pedal, disc, braking, screech, discs, noise, stop, rotors, bad brakes, worn brakes, brake failure, safe to drive with brakes',
    },
    {
      id: 'overheating',
      question: 'What do I do if my engine overheats?',
      patterns: [
        '(my car | my engine | the engine | it) is (overheating | too hot | getting hot | smoking | steaming)',
        '(there is | i see) (steam | smoke) [coming] from (the hood | the engine | my car)',
        '(the temperature | my temperature) (gauge | needle) is (high | in the red)',
        '(my car | it) is (losing | leaking) (coolant | water)',
        '(how do i | how can i) (check | add | fill up) [the] coolant',
      ],
      answer:
        'Stop and turn the engine off. If it burns, get away and call emergency help. Turn the heater to full while you pull over. Never open the cap while it is hot, because the water can scald you. Let it cool for an hour.',
      keywords:
        'overheat, overheating, hot, steam, smoke, coolant, radiator, temperature, fire, temperature gauge, hood, boiling, antifreeze, running hot',
    },
    {
      id: 'flat-tire',
      question: 'What do I do about a flat tire?',
      patterns: [
        '(i have | i got | i think i have) a (flat | flat tire | puncture)',
        '(how do i | how can i | help me) (change a | put on the spare) (wheel | tire)',
        '(my | a) tire (is flat | blew out | burst)',
        '(there is | i found) a nail in my tire',
        '(can i | how far can i) drive (on | with) a (flat | spare) [tire]',
      ],
      answer:
        'Slow down gently, and stop on firm flat ground away from traffic. Put the hazard lights on. Loosen the nuts a little before you lift the car, and never get under it. On a busy road, stay behind the barrier and call roadside help.',
      keywords:
        'flat, puncture, tire, tyre, wheel, spare, jack, nail, burst, flat tyre, spare wheel, change a wheel, blew out, blowout, roadside, got a flat, flat on the highway, tire burst',
    },
    {
      id: 'service',
      question: 'How often does my car need a service?',
      patterns: [
        '(when does | how often should) my car (need servicing | be serviced | get serviced)',
        '(what is | what happens in | what goes into) (a | a car | a full) service',
        '(my | the) service (light is on | is due)',
        '(i want | i need | i would like) (a service | to book a service | an inspection | a checkup)',
        '(how much | what) does (a service | an inspection) cost',
      ],
      answer:
        'Once a year, or at the mileage in your manual. A service covers oil, filters, brakes, tires, lights and fluids. Ask for a written price before the work starts. Keep the bills, because they raise the value of your car.',
      keywords:
        'service, servicing, inspection, maintenance, checkup, filter, mileage, book, appointment, price, check up, annual, due, tune up, mot, skip a service, checked, bring the car in, book a service, service due, regular service',
    },
    {
      id: 'used-car',
      question: 'What should I check when buying a used car?',
      patterns: [
        '(i want to | i am going to | should i) buy a (used | second hand) car',
        '(how do i | help me) (choose | buy | inspect) a (used | second hand) car',
        '(how many miles | what mileage) is too much',
        '(tell me about | any tips for) buying a [used | second hand] car',
        '(how do i | i want to) sell my [old] car',
      ],
      answer:
        'Look at it cold and by daylight, and read the service history. Check that the number on the body matches the papers. Drive it for half an hour, on fast roads too. An independent inspection costs little and can save you thousands.',
      keywords:
        'used, buy, buying, secondhand, sell, mileage, dealer, inspection, second hand, pre owned, buying a car, seller, test drive, lemon, private seller, kilometers',
    },
    {
      id: 'opening-hours',
      question: 'When is your garage open?',
      patterns: [
        '(what are your | tell me your | what are the) (opening hours | hours | business hours)',
        '(is the garage | are you | is your garage) open (today | tomorrow | now | right now)',
        '(when do you | what time do you | when does the garage) (open | close)',
        'how late are you open',
        '(are you | is the garage) open on (saturday | saturdays | sunday | sundays | the weekend)',
        '(when can i | can i) (bring | drop off | pick up) my car',
      ],
      answer:
        'Our sample garage is open Monday to Friday, from eight to six. On Saturday it opens from nine until one, and on Sunday it is closed. A real garage would have its own hours here.',
      keywords:
        'open, opening, hours, close, closed, garage, time, today, tomorrow, saturday, sunday, weekend, closing, come by, drop off, pick up, until when, holiday',
      followUps: [
        {
          patterns: ['(and | what about) [on] (saturday | saturdays)', '(and | what about) [on] the weekend'],
          answer:
            'On Saturday our sample garage is open from nine until one. That is mostly for tires, quick checks and collecting your car. On Sunday it is closed.',
        },
        {
          patterns: ['(and | what about) [on] (sunday | sundays)', '(and | what about) [on] holidays'],
          answer:
            'On Sundays and public holidays our sample garage is closed. You can still ask me about your car then. For a breakdown, call your roadside service.',
        },
      ],
    },
    businessEntry(
      ['dealership', 'workshop'],
      'A garage or a dealer can have an assistant like me on its website. Visitors get an answer while your hands are oily. You create it on our home page, and teach it your hours and services.',
    ),
    privacyEntry(
      'Your voice is used only to answer you. The sound is not stored. The words of our call are kept in your own list of calls. You can read them again when you talk to the mechanic.',
    ),
  ],
}
