import { useOfficeState } from '../../app/office-context.js';
import { Page } from '../../ui/pieces.js';
import { PageTabs } from '../../ui/tabs.js';
import { Chart } from './chart.js';
import { FloorSettings } from './floor-settings.js';
import { Floors } from './floors.js';
import { Hire } from './hire.js';
import './people.css';
import { RolePage } from './role-page.js';
import { StyleSettings } from './style-settings.js';

/** The employees and their rules; the address names a role. */
export default function PeoplePage({ path: [roleId] }: { readonly path: readonly string[] }) {
  const roles = useOfficeState((state) => state.roles);
  const company = useOfficeState((state) => state.company);
  const floorId = useOfficeState((state) => state.activeWorkspaceId);
  const role = roles.find(({ id }) => id === roleId);
  if (role !== undefined) return <RolePage key={`${floorId} ${role.id}`} role={role} />;
  const tabs = [
    { id: 'chart', label: `Chart (${roles.length})`, content: <Chart roles={roles} /> },
    { id: 'hire', label: 'Hire', content: <Hire /> },
    { id: 'floor', label: 'This floor', content: <FloorSettings key={floorId} id={floorId} /> },
    { id: 'style', label: 'Style', content: <StyleSettings key={floorId} id={floorId} /> },
    { id: 'floors', label: 'All floors', content: <Floors /> },
  ];
  return (
    <Page title="People" about={[company.name, company.mission].filter(Boolean).join(': ')}>
      <PageTabs label="People and floors" tabs={tabs} />
    </Page>
  );
}
