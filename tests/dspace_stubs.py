"""The few classes of DSpace that the curation task of docs/integrations uses, named as in DSpace 7; and a run of the task."""

from __future__ import annotations

#: path of a source file -> its text
SOURCES = {
    "org/dspace/content/DSpaceObject.java": "package org.dspace.content;\npublic abstract class DSpaceObject { }\n",
    "org/dspace/content/Collection.java": "package org.dspace.content;\npublic class Collection extends DSpaceObject { }\n",
    "org/dspace/content/Item.java": """package org.dspace.content;
public class Item extends DSpaceObject {
    public static final String ANY = "*";
    public final java.util.List<MetadataValue> values = new java.util.ArrayList<>();
}
""",
    "org/dspace/content/MetadataValue.java": """package org.dspace.content;
public class MetadataValue {
    private final String element, qualifier, value;
    public MetadataValue(String element, String qualifier, String value) {
        this.element = element; this.qualifier = qualifier; this.value = value;
    }
    public String getElement() { return element; }
    public String getQualifier() { return qualifier; }
    public String getValue() { return value; }
}
""",
    "org/dspace/content/service/ItemService.java": """package org.dspace.content.service;
import java.util.List;
import org.dspace.content.Item;
import org.dspace.content.MetadataValue;
public interface ItemService {
    List<MetadataValue> getMetadata(Item item, String schema, String element, String qualifier, String language);
}
""",
    "org/dspace/curate/Curator.java": """package org.dspace.curate;
public class Curator {
    public static final int CURATE_ERROR = -1;
    public static final int CURATE_SUCCESS = 0;
    public static final int CURATE_FAIL = 1;
    public static final int CURATE_SKIP = 2;
}
""",
    "org/dspace/curate/AbstractCurationTask.java": """package org.dspace.curate;
import java.io.IOException;
import org.dspace.content.DSpaceObject;
import org.dspace.content.service.ItemService;
public abstract class AbstractCurationTask {
    protected ItemService itemService = (item, schema, element, qualifier, language) -> item.values;
    public final java.util.Map<String, String> properties = new java.util.HashMap<>();
    public String result = "";
    public abstract int perform(DSpaceObject dso) throws IOException;
    protected String taskProperty(String name) { return properties.get(name); }
    protected void setResult(String result) { this.result = result; }
}
""",
    # a line in: url, token, then fields as element.qualifier=value, between tabs; a line out: status, result
    "Run.java": """import org.dspace.content.*;
public class Run {
    public static void main(String[] arguments) throws Exception {
        var lines = new java.io.BufferedReader(new java.io.InputStreamReader(System.in, "UTF-8"));
        var out = new java.io.PrintStream(System.out, true, "UTF-8");
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = line.split("\\t");
            var task = new org.example.curate.GateTask();
            if (!parts[0].isEmpty()) { task.properties.put("url", parts[0]); }
            task.properties.put("token", parts[1]);
            Item item = new Item();
            for (int n = 2; n < parts.length; n++) {
                String[] field = parts[n].split("=", 2);
                String[] name = field[0].split("\\\\.", 2);
                item.values.add(new MetadataValue(name[0], name.length > 1 ? name[1] : null, field[1]));
            }
            out.println(task.perform(item) + "\\t" + task.result);
        }
        out.println(new org.example.curate.GateTask().perform(new Collection()));
    }
}
""",
}
