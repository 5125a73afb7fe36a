/** Demo events and committee members. */

export type DemoEvent = {
  title: string;
  description: string;
  location: string;
  /** Days from today, negative for the past. */
  inDays: number;
  /** HH:MM in the site's time zone. */
  time: string;
  picture: string | null;
  /** Of the end: the day after the first one, 0 for the same, and its time. */
  end?: { afterDays: number; time: string };
  /** Why it is called off. */
  cancelled?: string;
  signup?: { capacity: number; maxPlaces: number; questions: string };
};

const note = 'This is a demo event that came with the site; nobody will be there.';

export const demoEvents: DemoEvent[] = [
  {
    title: 'Antimicrobial Resistance: One World, One Problem',
    description: `An evening on resistant bacteria in the ward, the barn and the river, with short talks from three subjects and a long discussion.\nTea and biscuits from six. No previous knowledge needed.\n${note}`,
    location: 'Lecture Theatre B',
    inDays: 9,
    time: '18:30',
    end: { afterDays: 0, time: '20:30' },
    signup: { capacity: 40, maxPlaces: 2, questions: 'Is there something you cannot eat?' },
    picture: 'microscope',
  },
  {
    title: 'City Farm Volunteering Weekend',
    description: `Mucking out, planting beans and a walk around the animals with the question of who keeps whom healthy.\nBring boots and something to share for lunch. Gloves are there.\n${note}`,
    location: 'Hillside City Farm',
    inDays: 17,
    time: '10:00',
    end: { afterDays: 1, time: '16:00' },
    picture: 'farm',
  },
  {
    title: 'Wetlands Walk with the Ecology Society',
    description: `Two slow hours along the reeds: birds, midges, water, and what all three have to do with public health.\nMeet at the gate. Binoculars help, a warm coat helps more.\n${note}`,
    location: 'Marsh Lane Reserve',
    inDays: 38,
    time: '09:00',
    cancelled: 'The reserve is closed while birds rest there. We try again in spring.',
    picture: 'wetland',
  },
  {
    title: 'Case Night: One Bite, Two Patients',
    description: `Students of medicine and of veterinary medicine work through the same rabies case in mixed tables, each with half of the facts.\nCome alone, leave with a team.\n${note}`,
    location: 'Seminar Room 2',
    inDays: 61,
    time: '19:00',
    picture: 'hands',
  },
  {
    title: 'Welcome Evening for New Members',
    description: `Who we are, what the year holds, and a quiz in which the animals win.\n${note}`,
    location: "Students' Union, Garden Room",
    inDays: -24,
    time: '18:00',
    picture: null,
  },
];

export type DemoMember = { name: string; position: string; bio: string };

export const demoMembers: DemoMember[] = [
  member('One', 'President', 'Chairs the meetings and keeps the society’s promises in one list.'),
  member('Two', 'Vice President', 'Finds the people from other subjects whom nobody else thought of asking.'),
  member('Three', 'Events Officer', 'Books rooms, farms and weather. Two of the three usually hold.'),
  member('Four', 'Treasurer', 'Knows what the biscuits cost and that they are worth it.'),
  member('Five', 'Secretary', 'Writes down what was decided, and reminds everybody of it.'),
  member('Six', 'Wellbeing Officer', 'Looks after those who look after others.'),
];

function member(number: string, position: string, duty: string): DemoMember {
  return {
    name: `Demo Member ${number}`,
    position,
    bio: `${duty}\nThis is a demo profile that came with the site, not a real person.`,
  };
}
