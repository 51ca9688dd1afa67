import { BarChart, LineChart } from "echarts/charts";
import {
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TitleComponent,
  TooltipComponent,
} from "echarts/components";
import { init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

/** The parts of ECharts that the device pages draw with; this module is loaded when the first chart is. */
use([
  LineChart,
  BarChart,
  GridComponent,
  TitleComponent,
  TooltipComponent,
  MarkAreaComponent,
  MarkLineComponent,
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  CanvasRenderer,
]);

export const initChart = init;
